import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { switchLanguage } from '#i18n/index.ts';
import { fakeServer, never } from '#lib/operations/testing/fake-server.ts';
import { AlertCount } from './alert-count.tsx';

const server = fakeServer();
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

const shown = (critical: number, high: number, medium = 0, low = 0) => {
  server.answer({ 'alerts:list': { data: [], page: 1, limit: 1, count: 0, open: { critical, high, medium, low } } });
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <AlertCount />
    </QueryClientProvider>,
  ).container;
};

test('says how many are open, in the language, and is urgent only when one is critical', async () => {
  const container = shown(1, 2, 0, 4);
  expect((await screen.findByText('7 open')).className).toBe('ui-hidden');
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe('7');
  expect(container.querySelector('[data-urgent=true]')).toBeTruthy();
  cleanup();
  switchLanguage('es');
  const other = shown(0, 1);
  expect(await screen.findByText('1 abierta')).toBeTruthy();
  expect(other.querySelector('[data-urgent=true]')).toBeNull();
});

test('does not grow without end, nor say anything when nothing is open or known', async () => {
  const many = shown(0, 100);
  expect(await screen.findByText('100 open')).toBeTruthy();
  expect(many.querySelector('[aria-hidden]')?.textContent).toBe('99+');
  cleanup();
  const none = shown(0, 0);
  await waitFor(() => expect(server.calls).toHaveLength(2));
  expect(none.textContent).toBe('');
  cleanup();
  const unknown = shown(1, 1);
  server.answer({ 'alerts:list': never });
  expect(unknown.textContent).toBe('');
});
