import { cellTags, narrow, readImage, writeImage, type BatchView, type Row } from '@acequia/batch';
import { durationMs } from '@acequia/component-sdk/definition';
import type { ActionRuntime, CompileContext, StateOutput, Step } from '@acequia/component-sdk/runtime';
import { forEachRow } from '../../fields/each-row.ts';
import { compileFieldReader } from '../../fields/field-reader.ts';
import { wholeEventKey, type DedupeConfig } from './config.ts';
import { Deduper } from './deduper.ts';
import { keyHasher, type KeyHash } from '../../fields/event-key.ts';
import { LastKeeper, type Released } from './last-keeper.ts';

/** Time is the time of receipt, which a repeat after a crash does not change. Without keys, events that have no text of their own all pass. */
export const dedupeRuntime: ActionRuntime<DedupeConfig> = {
  compile: (config, ctx) => (config.keep === 'first' ? keepFirst(config, ctx) : keepLast(config, ctx)),
};

/** Key of an event and when it was received; `undefined` for one without text of its own, where the text is the key. */
function keyReader(config: DedupeConfig, ctx: CompileContext): (view: BatchView, row: Row) => KeyHash | undefined {
  const whole = config.keys.length === 0;
  const hashOf = keyHasher((whole ? [wholeEventKey] : config.keys).map((key) => compileFieldReader(key, ctx.slots)));
  const raw = ctx.slots.slot(wholeEventKey);
  return (view, row) => (whole && view.tag(row, raw) === cellTags.missing ? undefined : hashOf(view, row));
}

function receivedReader(ctx: CompileContext): (view: BatchView, row: Row) => number | undefined {
  const received = ctx.slots.slot('_received');
  return (view, row) => {
    const ns = view.time(row, received);
    return ns === undefined ? undefined : Number(ns / 1_000_000n);
  };
}

function keepFirst(config: DedupeConfig, ctx: CompileContext): Step {
  const deduper = new Deduper({
    withinMs: durationMs(config.within),
    sliding: config.sliding,
    maxKeys: config.maxKeys,
    counting: config.count !== undefined,
    restored: ctx.restored,
  });
  const [keyOf, receivedMs] = [keyReader(config, ctx), receivedReader(ctx)];
  const countSlot = config.count === undefined ? undefined : ctx.slots.slot(config.count);
  const firsts = ctx.port('default');
  const duplicates = ctx.linked('duplicates') ? ctx.port('duplicates') : undefined;
  return {
    step: (view, out) => {
      forEachRow(view, out, (row) => {
        const key = keyOf(view, row);
        const suppressed = key === undefined ? 0 : deduper.judge(key, receivedMs(view, row) ?? deduper.newestMs);
        if (suppressed >= 0) {
          if (countSlot !== undefined) view.set(row, countSlot, suppressed);
          out.to(firsts, row);
        } else if (duplicates === undefined) out.filtered(row, 'duplicate');
        else out.to(duplicates, row);
      });
      const evicted = deduper.takeEvicted();
      if (evicted > 0) out.evicted(evicted);
    },
    snapshot: () => deduper.snapshot(),
  };
}

/** Events of one batch that goes out. */
const releasedPerBatch = 256;

/**
 * The first event of a key is *merged* into what is kept; those after it count as duplicates, or replace it and let it
 * leave by their port. What passes in the end is the last one, with its own id.
 */
function keepLast(config: DedupeConfig, ctx: CompileContext): Step {
  const keeper = new LastKeeper({
    withinMs: durationMs(config.within),
    sliding: config.sliding,
    maxKeys: config.maxKeys,
    stateBytes: () => ctx.stateBytes,
    restored: ctx.restored,
  });
  const [keyOf, receivedMs] = [keyReader(config, ctx), receivedReader(ctx)];
  const countSlot = config.count === undefined ? undefined : ctx.slots.slot(config.count);
  const lasts = ctx.port('default');
  const duplicates = ctx.linked('duplicates') ? ctx.port('duplicates') : undefined;
  const read = (image: Uint8Array) => readImage(image, { slots: ctx.slots });
  const emit = (port: number, views: readonly BatchView[], out: StateOutput) => {
    for (let from = 0; from < views.length; from += releasedPerBatch) out.emit(port, views.slice(from, from + releasedPerBatch));
  };
  const passed = ({ image, before }: Released, partial: boolean): BatchView => {
    const view = read(image);
    if (countSlot !== undefined) view.set(view.rows[0]!, countSlot, before);
    if (partial) view.flag(view.rows[0]!, 'partial_window');
    return view;
  };
  const release = (partial: boolean, out: StateOutput) =>
    emit(
      lasts,
      keeper.takeReleased().map((released) => passed(released, partial)),
      out,
    );
  return {
    step: (view, out) => {
      const replaced: BatchView[] = [];
      forEachRow(view, out, (row) => {
        const key = keyOf(view, row);
        if (key === undefined) {
          if (countSlot !== undefined) view.set(row, countSlot, 0);
          return out.to(lasts, row);
        }
        const make = () => writeImage(narrow(view, Int32Array.of(row)));
        const before = keeper.keep(key, receivedMs(view, row) ?? 0, make);
        if (before !== undefined && duplicates !== undefined) replaced.push(read(before()));
        if (before === undefined || duplicates !== undefined) out.merged(row, 'window');
        else out.filtered(row, 'duplicate');
      });
      keeper.settle();
      if (duplicates !== undefined) emit(duplicates, replaced, out);
      release(false, out);
      const evicted = keeper.takeEvicted();
      if (evicted > 0) out.evicted(evicted);
    },
    snapshot: () => keeper.snapshot(),
    timed: {
      dueMs: () => keeper.dueMs(),
      advance: (nowMs, out) => {
        keeper.advance(nowMs);
        release(false, out);
      },
      flush: (_nowMs, out) => {
        keeper.flush();
        release(true, out);
        return keeper.isHolding;
      },
      forget: () => keeper.forget(),
    },
  };
}
