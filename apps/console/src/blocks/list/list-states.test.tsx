import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { OperationError } from '#lib/operations/operation-error.ts';
import { ThingFailed } from './list-states.tsx';

afterEach(cleanup);

const show = async (code: string) => {
  await loadErrorWords();
  render(
    <TooltipProvider>
      <ThingFailed error={new OperationError(code)} back={<a href="/datasinks">Data sinks</a>} onRetry={() => undefined} />
    </TooltipProvider>,
  );
};

it.each([
  ['WEB-00025', 'Data sink not found'],
  ['WEB-00026', 'Listener not found'],
])('%s is told as what it is, with the way back and no second try', async (code, title) => {
  await show(code);
  expect(screen.getByRole('heading').textContent).toBe(title);
  expect(screen.getByRole('link', { name: 'Data sinks' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('a server that does not answer is asked again', async () => {
  await show('NETWORK');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});
