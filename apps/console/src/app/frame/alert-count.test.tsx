import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { switchLanguage } from '#i18n/index.ts';
import { AlertCount } from './alert-count.tsx';

const server = vi.hoisted(() => ({ open: undefined as Record<string, number> | undefined }));
vi.mock('#lib/operations/use-operation.ts', () => ({ useOperation: () => ({ data: server.open && { open: server.open } }) }));
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

const shown = (open: Record<string, number> | undefined) => {
  server.open = open;
  return render(<AlertCount />).container;
};

test('says how many are open, in the language, and is urgent only when one is critical', () => {
  const container = shown({ critical: 1, high: 2, medium: 0, low: 4 });
  expect(screen.getByText('7 open').className).toBe('ui-hidden');
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe('7');
  expect(container.querySelector('[data-urgent=true]')).toBeTruthy();
  cleanup();
  switchLanguage('es');
  expect(shown({ critical: 0, high: 1, medium: 0, low: 0 }).querySelector('[data-urgent=true]')).toBeNull();
  expect(screen.getByText('1 abierta')).toBeTruthy();
});

test('does not grow without end, nor say anything when nothing is open or known', () => {
  expect(shown({ critical: 0, high: 100, medium: 0, low: 0 }).querySelector('[aria-hidden]')?.textContent).toBe('99+');
  expect(screen.getByText('100 open')).toBeTruthy();
  cleanup();
  expect(shown({ critical: 0, high: 0, medium: 0, low: 0 }).textContent).toBe('');
  cleanup();
  expect(shown(undefined).textContent).toBe('');
});
