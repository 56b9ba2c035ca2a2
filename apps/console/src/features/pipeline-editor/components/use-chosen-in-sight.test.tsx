import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeStep, writeViewport } from '../model/kept-viewport.ts';
import { useRevealRequests } from './canvas/reveal.ts';
import { useChosenInSight } from './use-chosen-in-sight.ts';

const show = vi.fn();
const framed = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))));

function open(chosen: string | undefined) {
  return renderHook(
    (step: string | undefined) => {
      useRevealRequests(show);
      useChosenInSight('PL_1', step);
    },
    { initialProps: chosen },
  );
}

beforeEach(() => {
  sessionStorage.clear();
  show.mockClear();
});
afterEach(cleanup);

it('a reload with a step selected does not leave the place it was left at', async () => {
  writeViewport(sessionStorage, 'PL_1', { x: 0, y: -900, zoom: 1, width: 800, height: 600 });
  writeStep(sessionStorage, 'PL_1', 'a');
  const { rerender } = open('a');
  await framed();
  expect(show).not.toHaveBeenCalled();

  rerender(undefined);
  rerender('a');
  await waitFor(() => expect(show).toHaveBeenCalledWith('a', false));
});

it('a step that an address asks for is brought into sight, whatever place was kept', async () => {
  writeViewport(sessionStorage, 'PL_1', { x: 0, y: -900, zoom: 1, width: 800, height: 600 });
  writeStep(sessionStorage, 'PL_1', 'a');
  open('b');
  await waitFor(() => expect(show).toHaveBeenCalledWith('b', false));
});
