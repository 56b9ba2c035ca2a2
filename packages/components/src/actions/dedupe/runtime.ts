import { cellTags } from '@acequia/batch';
import { durationMs } from '@acequia/component-sdk/definition';
import type { ActionRuntime } from '@acequia/component-sdk/runtime';
import { compileFieldReader } from '../../fields/field-reader.ts';
import { wholeEventKey, type DedupeConfig } from './config.ts';
import { Deduper } from './deduper.ts';
import { keyHasher } from './event-key.ts';

/** Time is the time of receipt, which a repeat after a crash does not change. Without keys, events that have no text of their own all pass. */
export const dedupeRuntime: ActionRuntime<DedupeConfig> = {
  compile: (config, ctx) => {
    const deduper = new Deduper({
      withinMs: durationMs(config.within),
      sliding: config.sliding,
      maxKeys: config.maxKeys,
      counting: config.count !== undefined,
      restored: ctx.restored,
    });
    const whole = config.keys.length === 0;
    const hashOf = keyHasher((whole ? [wholeEventKey] : config.keys).map((key) => compileFieldReader(key, ctx.slots)));
    const raw = ctx.slots.slot(wholeEventKey);
    const received = ctx.slots.slot('_received');
    const countSlot = config.count === undefined ? undefined : ctx.slots.slot(config.count);
    const firsts = ctx.port('default');
    const duplicates = ctx.linked('duplicates') ? ctx.port('duplicates') : undefined;
    return {
      step: (view, out) => {
        for (let i = 0; i < view.count; i += 1) {
          const row = view.rows[i]!;
          const receivedNs = view.time(row, received);
          const keyless = whole && view.tag(row, raw) === cellTags.missing;
          const nowMs = receivedNs === undefined ? deduper.newestMs : Number(receivedNs / 1_000_000n);
          const suppressed = keyless ? 0 : deduper.judge(hashOf(view, row), nowMs);
          if (suppressed >= 0) {
            if (countSlot !== undefined) view.set(row, countSlot, suppressed);
            out.to(firsts, row);
          } else if (duplicates === undefined) out.filtered(row, 'duplicate');
          else out.to(duplicates, row);
        }
        const evicted = deduper.takeEvicted();
        if (evicted > 0) out.evicted(evicted);
      },
      snapshot: () => deduper.snapshot(),
    };
  },
};
