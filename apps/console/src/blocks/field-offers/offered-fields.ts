import { internalFields, typeOfField, type FieldSet, type FieldType, type KnownType } from '@acequia/event';
import type { SampledFields } from './sample-fields.ts';

/** The fields known at a place, and what events that arrived there had; checks look at the former alone. */
export interface OfferedFields extends FieldSet {
  readonly sampled?: SampledFields | undefined;
}

/** One field or member that may be chosen. */
export interface FieldOffer {
  /** As it is written between `${` and `}`. */
  readonly name: string;
  readonly type: KnownType;
  /** Share of the sample's events that have it, from 0 to 1; undefined where no event had it. */
  readonly share: number | undefined;
  readonly example: string | undefined;
  /** Set by Acequia or by the protocol, rather than part of what was sent. */
  readonly internal: boolean;
}

/** What the HTTP listener notes about each request. */
const requestFact = /^http_(?:method|path|query|headers)(?:$|[.[])/;
const isInternal = (name: string): boolean => name.startsWith('_') || requestFact.test(name);

/** Everything that can be chosen: the most common fields of the sample, then those that are only known of, then internal ones. */
export function offeredFields(set: OfferedFields | undefined): readonly FieldOffer[] {
  const offers = new Map<string, FieldOffer>();
  const { events = 0, fields = [] } = set?.sampled ?? {};
  for (const { name, field, type, count, example } of fields.toSorted((a, b) => b.count - a.count)) {
    const known = set && typeOfField(set, field);
    if (known === undefined) continue;
    const certain = name === field && known !== 'unknown';
    offers.set(name, { name, type: certain ? known : type, share: count / events, example, internal: isInternal(name) });
  }
  for (const [name, type] of [...(set?.fields ?? []), ...internalFields])
    if (!offers.has(name)) offers.set(name, { name, type, share: undefined, example: undefined, internal: isInternal(name) });
  return [...offers.values()].toSorted((a, b) => Number(a.internal) - Number(b.internal));
}

/** Those that a picker for these types takes; a type that only an event can tell always fits. */
export const fittingFields = (set: OfferedFields | undefined, types: readonly FieldType[] | undefined): readonly FieldOffer[] =>
  offeredFields(set).filter(({ type }) => types === undefined || type === 'unknown' || types.includes(type));
