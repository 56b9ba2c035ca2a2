/** The toys as a trial finds them: their decoder dies of frames with `deadly frame`, their action `mark` of events with `deadly event`, and does not come back from those with `endless event`. */
import type { BatchBuilder, BatchView, FrameBlock, SlotTable } from '@acequia/batch';
import type { CompileContext, Step, StepOutput } from '@acequia/component-sdk/runtime';
import type { ActionComponent, Components, ListenerComponent } from '../src/options.ts';
import { createToys } from './toy-components.ts';

const toys = createToys().components;

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
    return action && id === 'mark' ? deadlyAction(action) : action;
  },
  datasink: (id, version) => toys.datasink(id, version),
};
