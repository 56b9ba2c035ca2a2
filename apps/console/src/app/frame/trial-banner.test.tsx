import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { trialMs } from '@acequia/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TrialBanner } from './trial-banner.tsx';

vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { readonly children: ReactNode }) => <a href="#plan">{children}</a> }));

const day = 86_400_000;
const created = Date.UTC(2026, 2, 1, 12);
const end = created + trialMs;
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const at = (ms: number) => {
  vi.setSystemTime(ms);
  render(<TrialBanner endsAt={end} />);
  return screen.getByRole('complementary');
};

it.each([
  [created, '30 days left', 'calm'],
  [created + 1, '30 days left', 'calm'],
  [created + day, '29 days left', 'calm'],
  [end - 7 * day - 1, '8 days left', 'calm'],
  [end - 7 * day, '7 days left', 'soon'],
  [end - 1, '1 day left', 'soon'],
  [end, 'Your free trial has ended', 'over'],
  [end + 7 * day - 1, 'Your free trial has ended', 'over'],
  [end + 7 * day, 'Your free trial has ended and your pipelines are stopped', 'over'],
])('at %d it says %s, %s', (ms, words, urgency) => {
  const banner = at(ms);
  expect(banner.querySelector('b')?.textContent).toBe(words);
  expect(banner.dataset['urgency']).toBe(urgency);
});

it('goes on by itself over the border of a day, and over the end', () => {
  const banner = at(end - day - 1000);
  const words = () => banner.querySelector('b')?.textContent;
  expect(words()).toBe('2 days left');
  act(() => void vi.advanceTimersByTime(2000));
  expect(words()).toBe('1 day left');
  act(() => void vi.advanceTimersByTime(day));
  expect(words()).toBe('Your free trial has ended');
});
