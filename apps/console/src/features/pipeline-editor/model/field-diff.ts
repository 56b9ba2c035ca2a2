import type { TracedEvent } from '@acequia/contract';
import { fieldsOf, type ShownField } from './preview-rows.ts';

/** One field before and after a step; which of the two is missing says what happened to it. */
export interface FieldDiff {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'same';
  readonly before: ShownField | undefined;
  readonly after: ShownField | undefined;
}

export const diffSigns: Readonly<Record<FieldDiff['kind'], string>> = { added: '+', removed: '−', changed: '~', same: '' };

/** Fields of both, in the order of the later one; what is gone stands where it stood. A changed type is a change, whatever the text. */
export function fieldDiff(before: TracedEvent | undefined, after: TracedEvent | undefined): readonly FieldDiff[] {
  const old = fieldsOf(before);
  const fresh = fieldsOf(after);
  const freshNames = new Set(fresh.map(({ name }) => name));
  const oldByName = new Map(old.map((field) => [field.name, field]));
  const diffs = fresh.map((field): FieldDiff => {
    const was = oldByName.get(field.name);
    const kind = !was ? 'added' : was.value === field.value && was.type === field.type ? 'same' : 'changed';
    return { name: field.name, kind, before: was, after: field };
  });
  for (const [index, field] of old.entries()) {
    if (freshNames.has(field.name)) continue;
    const previous = old.slice(0, index).findLast(({ name }) => diffs.some((diff) => diff.name === name));
    const at = previous ? diffs.findIndex((diff) => diff.name === previous.name) + 1 : 0;
    diffs.splice(at, 0, { name: field.name, kind: 'removed', before: field, after: undefined });
  }
  return diffs;
}
