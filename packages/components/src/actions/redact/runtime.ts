import { cellTags, internalSlots, type BatchView, type Row } from '@acequia/batch';
import { jsonOfText, type Json } from '@acequia/event';
import { Misconfigured, type ActionRuntime } from '@acequia/component-sdk/runtime';
import { forEachRow } from '../../fields/each-row.ts';
import { compileBulkMask } from './bulk-mask.ts';
import type { RedactConfig } from './config.ts';
import { compilePlaces, EventRedactor } from './redact-event.ts';
import { Redactor } from './redactor.ts';

/**
 * Replaces what the detectors find. The report counts by kind; `_raw` usually repeats what the fields hold, so of the two
 * numbers the larger one counts.
 */
export const redactRuntime: ActionRuntime<RedactConfig> = {
  compile: (config, ctx) => {
    if (config.mode === 'hash' && config.key === undefined) throw new Misconfigured('CONFIG_REQUIRED', { message: 'key' });
    const redactor = new Redactor(config, config.key === undefined ? '' : ctx.secret(config.key));
    const redact = new EventRedactor(redactor);
    const places = compilePlaces(
      config.fields.filter((field) => field !== '_raw'),
      ctx.slots,
    );
    const readsAll = config.fields.length === 0;
    const readsRaw = readsAll || config.fields.includes('_raw');
    const report = ctx.slots.slot(config.report);
    const port = ctx.port('default');
    const found = config.routeFound ? ctx.port('found') : port;
    const inFields = redactor.counts;
    const inRaw = new Uint32Array(inFields.length);
    const maskMany = compileBulkMask(config, ctx, (counts) => reportText(redactor.names, counts));

    const visit = (view: BatchView, row: Row): void => {
      redactor.counts = inFields;
      inFields.fill(0);
      if (readsAll) redact.all(view, row);
      else {
        for (const { readings } of places) {
          const place = readings.find(({ slot }) => view.tag(row, slot) !== cellTags.missing);
          if (place !== undefined) redact.field(view, row, place.slot, place.name, place.keys);
        }
      }
      if (!readsRaw) return;
      redactor.counts = inRaw;
      inRaw.fill(0);
      redact.field(view, row, internalSlots.raw, '_raw', []);
    };

    return {
      step: (view, out) => {
        const many = maskMany?.(view);
        const work = (row: Row): void => {
          redact.begin();
          try {
            visit(view, row);
          } catch (error) {
            redact.putBack(view, row);
            throw error;
          }
          const counts = reportOf(redactor.names, inFields, inRaw);
          if (counts === undefined) out.to(port, row);
          else {
            view.set(row, report, counts);
            out.to(found, row);
          }
        };
        forEachRow(view, out, work, (row, i) => {
          if (many?.states[i] !== 0) return false;
          out.to(many.found[i] === 1 ? found : port, row);
          return true;
        });
      },
    };
  },
};

/** Numbers of findings by name; undefined when there are none. */
function reportOf(names: readonly string[], inFields: Uint32Array, inRaw: Uint32Array): Json | undefined {
  let any = false;
  for (let kind = 0; kind < names.length; kind += 1) {
    inFields[kind] = Math.max(inFields[kind]!, inRaw[kind]!);
    any ||= inFields[kind]! > 0;
  }
  return any ? jsonOfText(reportText(names, inFields)) : undefined;
}

function reportText(names: readonly string[], counts: ArrayLike<number>): string {
  let text = '';
  for (let kind = 0; kind < names.length; kind += 1) {
    if (counts[kind]! > 0) text += `${text === '' ? '' : ','}${JSON.stringify(names[kind])}:${counts[kind]}`;
  }
  return `{${text}}`;
}
