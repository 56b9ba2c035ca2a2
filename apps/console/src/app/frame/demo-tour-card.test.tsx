import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import { openDemoTour, useDemoTour } from '#lib/demo-tour/demo-tour.ts';
import { DemoTourCard } from './demo-tour-card.tsx';
import type { DemoStop } from './use-demo-stops.ts';

const went: string[] = [];
const stopOf = (name: DemoStop['name']): DemoStop => ({ name, selectors: [`.${name}`], go: () => went.push(name) });
const stops = (['flow', 'diff', 'xray', 'outage', 'versions'] as const).map(stopOf);

function Tour({ userId }: { readonly userId: string }) {
  const { open, stop } = useDemoTour(userId);
  return open ? <DemoTourCard userId={userId} stops={stops} at={stop} /> : <p>{`left at ${stop}`}</p>;
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  went.length = 0;
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
const card = () => screen.getByRole('region', { name: 'Tour of the demo' });

it('goes to five pages in order and back, has the focus at each, and begins anew once it is over', () => {
  openDemoTour('ana');
  render(<Tour userId="ana" />, { wrapper: TooltipProvider });
  expect(document.activeElement).toBe(card());
  for (const { name } of stops.slice(1)) {
    press('Next');
    expect(went.at(-1)).toBe(name);
    expect(document.activeElement).toBe(card());
  }
  press('Back');
  press('Next');
  expect(went).toEqual(['flow', 'diff', 'xray', 'outage', 'versions', 'outage', 'versions']);
  expect(card().textContent).toContain('5 of 5');
  press('Finish');
  screen.getByText('left at 0');
});

it('ends by Esc anywhere, but for what closes by Esc itself, and goes on there later, for each user', () => {
  openDemoTour('ana');
  render(<Tour userId="ana" />, { wrapper: TooltipProvider });
  press('Next');
  const menu = document.createElement('div');
  menu.setAttribute('role', 'menu');
  document.body.append(menu);
  fireEvent.keyDown(menu, { key: 'Escape' });
  card();
  menu.remove();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  screen.getByText('left at 1');
  act(() => openDemoTour('ana'));
  expect(card().textContent).toContain('2 of 5');
  cleanup();
  render(<Tour userId="luis" />, { wrapper: TooltipProvider });
  screen.getByText('left at 0');
});

it('rings what the stop is about as soon as it is there, and does without', () => {
  openDemoTour('ana');
  render(<Tour userId="ana" />, { wrapper: TooltipProvider });
  const ring = () => document.querySelector<HTMLElement>('.tour-ring');
  expect(ring()).toBeNull();
  const target = document.createElement('div');
  target.className = 'flow';
  target.getBoundingClientRect = () => new DOMRect(100, 50, 300, 200);
  document.body.append(target);
  act(() => void vi.advanceTimersByTime(200));
  expect([ring()?.style.left, ring()?.style.top, ring()?.style.width]).toEqual(['100px', '50px', '300px']);
  target.remove();
  act(() => void vi.advanceTimersByTime(200));
  expect(ring()).toBeNull();
});

it('what was kept is not trusted', () => {
  localStorage.setItem('acequia:demo-tour:ana', 'open 77');
  render(<Tour userId="ana" />, { wrapper: TooltipProvider });
  screen.getByText('left at 0');
});
