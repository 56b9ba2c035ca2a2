import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog, Drawer } from '../floating/dialog.tsx';
import { TooltipProvider } from '../floating/tooltip.tsx';
import { ToastArea } from './toast-area.tsx';
import { createToastStore, type ToastStore } from './toast-store.ts';

let store: ToastStore;
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const show = (...commands: Parameters<ToastStore['show']>[0][]) => act(() => commands.forEach((command) => store.show(command)));
const stack = () => screen.getByRole('log');
const collapsed = () => stack().dataset['collapsed'];

beforeEach(() => {
  vi.useFakeTimers();
  let next = 0;
  store = createToastStore(() => `t${(next += 1)}`);
  render(<ToastArea store={store} />, { wrapper: TooltipProvider });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('time', () => {
  it('closes an ordinary toast after 5,000 ms, or after its own', () => {
    show({ title: 'usual' }, { title: 'short', time: 100 });
    pass(100);
    expect(store.toasts().map(({ title }) => title)).toEqual(['usual']);
    pass(4899);
    expect(store.toasts()).toHaveLength(1);
    pass(1);
    expect(store.toasts()).toEqual([]);
  });

  it('leaves an alert until it is closed', () => {
    show({ title: 'alert', level: 'alert' });
    pass(3_600_000);
    fireEvent.click(screen.getByRole('alert').querySelector('button:last-of-type')!);
    expect(store.toasts()).toEqual([]);
  });

  it('stands still while the pointer or the focus is on it', () => {
    show({ title: 'read me' });
    fireEvent.focus(stack());
    pass(60_000);
    expect(store.toasts()).toHaveLength(1);
  });
});

describe('the stack', () => {
  it('is collapsed from two on, open under the pointer, and collapses 100 ms after it', () => {
    show({ title: 'one' });
    expect(collapsed()).toBe('false');
    show({ title: 'two' });
    expect(collapsed()).toBe('true');
    fireEvent.mouseEnter(stack().parentElement!);
    expect(collapsed()).toBe('false');
    fireEvent.mouseLeave(stack().parentElement!);
    pass(99);
    expect(collapsed()).toBe('false');
    pass(1);
    expect(collapsed()).toBe('true');
  });

  it('opens for the keyboard too', () => {
    show({ title: 'one' }, { title: 'two' });
    fireEvent.focus(stack());
    expect(collapsed()).toBe('false');
  });

  it('does not hold live toasts, which stay until they are replaced or removed', () => {
    show({ id: 'run', channel: 'live', title: '1 of 2' }, { id: 'run', channel: 'live', title: '2 of 2' });
    pass(60_000);
    expect(screen.getByRole('status').textContent).toContain('2 of 2');
    expect(stack().textContent).toBe('');
    show({ id: 'run', channel: 'live', action: { text: 'remove' } });
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('beside buttons at the foot of the page', () => {
  const place = (element: Element, part: Partial<DOMRect>) => vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(part as DOMRect);

  it('lies above them, and gives the page room to scroll its last row into sight while it is there', () => {
    const bar = document.body.appendChild(document.createElement('div'));
    bar.dataset['bottomBar'] = '';
    place(bar, { left: 0, right: innerWidth, top: innerHeight - 200, bottom: innerHeight });
    const area = stack().parentElement!;
    place(area, { left: innerWidth - 360, right: innerWidth - 20, height: 60 });
    show({ title: 'Saved', time: 100 });
    expect(area.style.bottom).toBe('220px');
    expect(document.documentElement.style.getPropertyValue('--toast-room')).toBe('80px');
    expect(document.documentElement.dataset['toasts']).toBe('');
    pass(100);
    expect(document.documentElement.dataset['toasts']).toBeUndefined();
    bar.remove();
  });
});

describe('under a layer that hides the rest of the page', () => {
  it.each([
    ['a drawer', Drawer],
    ['a dialog', Dialog],
  ])('toasts are still reached by their role, those that came before and those that come while %s is open', (_name, Layer) => {
    show({ title: 'before' });
    render(
      <>
        <button type="button">of the page</button>
        <Layer open onOpenChange={() => undefined} title="Settings" />
      </>,
      { wrapper: TooltipProvider },
    );
    expect(screen.queryByRole('button', { name: 'of the page' })).toBeNull();
    show({ title: 'Saved' }, { title: 'Not saved', level: 'alert' }, { id: 'run', channel: 'live', title: '1 of 2' });
    expect(stack().textContent).toContain('before');
    expect(stack().textContent).toContain('Saved');
    expect(screen.getByRole('alert').textContent).toContain('Not saved');
    expect(screen.getByRole('status').textContent).toContain('1 of 2');
  });
});

it('the transition of toasts lasts 330 ms', () => {
  const style = (name: string) => readFileSync(join(import.meta.dirname, `../styles/${name}.css`), 'utf8');
  expect(style('floating')).toMatch(/\.ui-toast \{[^}]*transition: transform var\(--t-slow\)/);
  expect(style('tokens')).toContain('--t-slow:330ms');
});
