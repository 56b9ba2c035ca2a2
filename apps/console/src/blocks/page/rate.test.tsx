import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { Eps, totalOf } from './rate.tsx';

afterEach(() => {
  cleanup();
  startI18n('en');
});

const shown = (rate: number | undefined, day: number | undefined) => {
  const { container } = render(<Eps value={rate} day={day} unit />);
  return container.textContent.trim();
};

test('three events are three events, not a rate of 0; from one event per second on a rate is shown', () => {
  expect([shown(0, 3), shown(0.3, 1), shown(1, 90_000)]).toEqual(['3 events in 24 h', '1 event in 24 h', '1 EPS']);
  startI18n('es');
  expect(shown(0, 3)).toBe('3 eventos en 24 h');
});

test('nothing is 0, and what is not known yet is a dash', () => {
  expect([shown(0, 0), shown(undefined, 3), shown(0, undefined)]).toEqual(['0 EPS', '—', '0 EPS']);
});

test('the exact number is a hint', () => {
  render(<Eps value={0.2} day={12_345} />);
  expect(screen.getByTitle('12,345').textContent).toBe('12.3K events in 24 h');
  expect([totalOf([1, 2, 3]), totalOf(undefined)]).toEqual([6, 0]);
});
