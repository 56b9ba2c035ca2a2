import { expect, it } from 'vitest';
import { cardRate } from './node-rates.ts';

const rate = (events: number) => ({ events, bytes: events * 100 });
const live = (ports: Readonly<Record<string, ReturnType<typeof rate>>>) => ({
  in: rate(21),
  ports,
  rejected: 0,
  filtered: 0,
  dropped: 0,
  reasons: {},
  queuedEvents: 0,
  waiting: null,
});

it('the card of a data sink has what is delivered, as its list and drawer have: what only waits there is none of it', () => {
  const sink = { kind: 'datasink' } as const;
  expect(cardRate(sink, live({}), undefined)).toEqual(rate(0));
  expect(cardRate(sink, live({ delivered: rate(24) }), undefined)).toEqual(rate(24));
  expect(cardRate(sink, undefined, undefined)).toBeUndefined();
});
