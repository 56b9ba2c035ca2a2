import { cellTags, type BatchView, type Row, type SlotTable } from '@acequia/batch';
import { parsePath, readingsOf, walkValue, type FieldPath, type FieldValue } from '@acequia/event';

/** Reads what a reference (`status`, `payload.user[0]`, catalogue 1.6) names; undefined when it is missing. */
export type FieldReader = (view: BatchView, row: Row) => FieldValue | undefined;

/** The reference was not checked before; configurations are. */
export class ReferenceFault extends Error {
  override readonly name = 'ReferenceFault';
}

/** Compiles a reference as it stands in a configuration (without `${}`). Throws `ReferenceFault` on bad syntax. */
export function compileFieldReader(reference: string, slots: SlotTable): FieldReader {
  const parsed = parsePath(reference);
  if (!parsed.ok) throw new ReferenceFault(`${reference}: expected ${parsed.error.expected}`);
  return readerOf(parsed.value, slots);
}

function readerOf(path: FieldPath, slots: SlotTable): FieldReader {
  const readings = readingsOf(path).map(({ field, steps }) => ({ slot: slots.slot(field), steps }));
  const [only] = readings;
  if (only !== undefined && readings.length === 1) {
    const { slot, steps } = only;
    return steps.length === 0 ? (view, row) => view.value(row, slot) : (view, row) => walkValue(view.value(row, slot), steps);
  }
  return (view, row) => {
    for (const { slot, steps } of readings) {
      if (view.tag(row, slot) !== cellTags.missing) return walkValue(view.value(row, slot), steps);
    }
    return undefined;
  };
}
