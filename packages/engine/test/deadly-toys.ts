/**
 * The toys as a trial finds them: their decoder dies of frames with `deadly frame`, their action `mark` of events with `deadly event`,
 * and does not come back from those with `endless event`. Their action `tally` ends its thread, as a full heap does, when windows
 * with `deadly window` end or are given up, when `deadly copy` is copied and when `deadly return` is taken up again.
 */
import type { BatchBuilder, BatchView, FrameBlock, SlotTable } from '@acequia/batch';
import type { CompileContext, Step, StepOutput } from '@acequia/component-sdk/runtime';
import type { ActionComponent, Components, ListenerComponent } from '../src/options.ts';
import { createToys } from './toy-components.ts';

/** The destinations of a process that has no other toys. */
export const deadlyToys = createToys();
const toys = deadlyToys.components;

function deadlyAction(mark: ActionComponent): ActionComponent {
  const compile = (config: never, ctx: CompileContext): Step => {
    const step = mark.runtime.compile(config, ctx);
    const slot = ctx.slots.slot('message');
    return {
      ...step,
      step: (view: BatchView, out: StepOutput) => {
        for (const row of view.rows.subarray(0, view.count))
          if (view.text(row, slot)?.includes('deadly event')) process.kill(process.pid, 'SIGTERM');
        for (const row of view.rows.subarray(0, view.count)) while (view.text(row, slot)?.includes('endless event'));
        step.step(view, out);
      },
    };
  };
  return { ...mark, runtime: { ...mark.runtime, compile } };
}

function deadlyTally(tally: ActionComponent): ActionComponent {
  const endIf = (state: Uint8Array | undefined, text: string): void => {
    if (state && Buffer.from(state).includes(text)) process.exit(1);
  };
  const compile = (config: never, ctx: CompileContext): Step => {
    endIf(ctx.restored, 'deadly return');
    const step = tally.runtime.compile(config, ctx);
    const timed = step.timed!;
    const ends = () => endIf(step.snapshot!(), 'deadly window');
    return {
      ...step,
      snapshot: () => {
        const state = step.snapshot!();
        endIf(state, 'deadly copy');
        return state;
      },
      timed: {
        ...timed,
        advance: (nowMs, out) => {
          ends();
          timed.advance(nowMs, out);
        },
        flush: (nowMs, out) => {
          ends();
          return timed.flush(nowMs, out);
        },
      },
    };
  };
  return { ...tally, runtime: { ...tally.runtime, compile } };
}

const deadly: Readonly<Record<string, (action: ActionComponent) => ActionComponent>> = { mark: deadlyAction, tally: deadlyTally };

function deadlyListener(listener: ListenerComponent): ListenerComponent {
  const decoder = (config: never, ctx: { slots: SlotTable }) => ({
    decode: (block: FrameBlock, out: BatchBuilder) => {
      for (let frame = 0; frame < block.count; frame++) {
        const text = Buffer.from(block.bytes.subarray(block.offset(frame), block.offset(frame) + block.length(frame))).toString();
        if (text.includes('deadly frame')) process.kill(process.pid, 'SIGTERM');
      }
      listener.runtime.decoder(config, ctx as never).decode(block, out);
    },
  });
  return { ...listener, runtime: { ...listener.runtime, decoder: decoder as never } };
}

export const components: Components = {
  listener: (id, version) => deadlyListener(toys.listener(id, version)!),
  action: (id, version) => {
    const action = toys.action(id, version);
    return action && (deadly[id]?.(action) ?? action);
  },
  datasink: (id, version) => toys.datasink(id, version),
};
