import { internalFields, type FieldSet } from '@acequia/event';
import type { Offer } from '../language.ts';

/** The fields that arrive, then the internal ones, each with its type. */
export function knownFields(set: FieldSet | undefined): readonly (readonly [name: string, type: string])[] {
  return [...new Map<string, string>([...internalFields, ...(set?.fields ?? [])])].sort(
    ([a], [b]) => Number(a.startsWith('_')) - Number(b.startsWith('_')),
  );
}

/** `write` makes the text of a name. */
export const fieldOffers = (set: FieldSet | undefined, write: (name: string) => string): readonly Offer[] =>
  knownFields(set).map(([name, type]) => ({
    label: name,
    kind: 'field',
    insert: write(name),
    ...(type === 'unknown' ? {} : { detail: type }),
  }));

/** Inside `${…`: the name alone, with the bracket unless it is there. */
export function referenceOffers(set: FieldSet | undefined, text: string, open: number, at: number) {
  const rest = /^[^}\s"']*/.exec(text.slice(at))![0].length;
  const closed = text[at + rest] === '}';
  return { from: open + 2, to: closed ? at + rest : at, offers: fieldOffers(set, (name) => (closed ? name : `${name}}`)) };
}
