import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { reveal, revealAll, revealDrawn, useRevealRequests } from './reveal.ts';

const framed = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const hear = () => {
  const show = vi.fn();
  renderHook(() => useRevealRequests(show));
  return show;
};

afterEach(cleanup);

it('what several parts ask for one change is one request, with the keys where one of them wants them there', async () => {
  const show = hear();
  revealDrawn('a', true);
  revealAll();
  revealDrawn('b', true);
  revealDrawn('b');
  expect(show).not.toHaveBeenCalled();
  await framed();
  expect(show.mock.calls).toEqual([['b', true]]);

  revealDrawn('b');
  await framed();
  expect(show.mock.calls.slice(1)).toEqual([['b', false]]);
});

it('what is there already is shown at once, also beside what waits to be drawn', async () => {
  const show = hear();
  revealAll();
  reveal('a');
  expect(show.mock.calls).toEqual([['a', false]]);
  await framed();
  expect(show.mock.calls.slice(1)).toEqual([[undefined, false]]);
});
