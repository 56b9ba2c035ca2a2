import type { WayToSink } from '@acequia/domain';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SizeChange } from './size-change.tsx';

afterEach(cleanup);

const way = (entered: number, underWayBytes: number, sentBytes: number): WayToSink => ({
  entered,
  enteredBytes: 1_000_000,
  delivered: 0,
  deliveredBytes: 0,
  underWayBytes,
  sentBytesMin: sentBytes,
  sentBytesMax: sentBytes,
});

it.each([
  [
    'events wait that may be for it',
    way(5000, 600_000, 1_000_000),
    'Pending',
    'Not comparable while events wait, or came from before this period',
  ],
  ['only a few events entered', way(10, 0, 400_000), 'Not enough data', 'Shown from 1,000 events'],
])('gives no share while %s, and says why in a hint: a card has no room for it', (_when, given, word, why) => {
  const { container } = render(<SizeChange way={given} />);
  expect(screen.getByText(word).title).toBe(why);
  expect(container.textContent).toBe(word);
});
