import { offeredFields, type FieldOffer, type OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import type { Offer } from '../language.ts';

/** `write` makes the text of a name. */
export const fieldOffers = (set: OfferedFields | undefined, write: (name: string) => string): readonly Offer[] =>
  offeredFields(set).map((offer) => {
    const detail = detailOf(offer);
    return {
      label: offer.name,
      kind: 'field',
      insert: write(offer.name),
      ...(offer.internal ? { last: true } : {}),
      ...(detail === '' ? {} : { detail }),
    };
  });

const detailOf = ({ type, share, example = '' }: FieldOffer): string =>
  [type === 'unknown' ? '' : type, share === undefined ? '' : `${Math.round(share * 100)}%`, example]
    .filter((part) => part !== '')
    .join(' · ');

/** Inside `${…`: the name alone, with the bracket unless it is there. */
export function referenceOffers(set: OfferedFields | undefined, text: string, open: number, at: number) {
  const rest = /^[^}\s"']*/.exec(text.slice(at))![0].length;
  const closed = text[at + rest] === '}';
  return { from: open + 2, to: closed ? at + rest : at, offers: fieldOffers(set, (name) => (closed ? name : `${name}}`)) };
}
