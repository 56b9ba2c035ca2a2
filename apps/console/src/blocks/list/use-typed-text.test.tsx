import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypedText } from './use-typed-text.ts';

const told: string[] = [];
const frames = new Map<number, FrameRequestCallback>();
const onTyped = (text: string) => void told.push(text);
function Field({ value }: { readonly value: string }) {
  const [text, type] = useTypedText(value, onTyped);
  return <input aria-label="sought" value={text} onChange={(event) => type(event.target.value)} />;
}
const field = () => screen.getByLabelText<HTMLInputElement>('sought');
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const paint = () =>
  act(() => {
    const now = [...frames.values()];
    frames.clear();
    for (const frame of now) frame(0);
    vi.runAllTimers();
  });

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  frames.clear();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => {
    frames.set((last += 1), run);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a key stands in the field before anything is filtered by it, and several at once are one question', () => {
  render(<Field value="" />);
  type('s');
  type('si');
  expect(field().value).toBe('si');
  expect(told).toEqual([]);
  paint();
  expect(told).toEqual(['si']);
});

test('an answer that is late does not take back what was typed since; what comes from elsewhere does', () => {
  const { rerender } = render(<Field value="" />);
  type('s');
  paint();
  type('si');
  rerender(<Field value="s" />);
  expect(field().value).toBe('si');
  paint();
  rerender(<Field value="si" />);
  expect(field().value).toBe('si');
  rerender(<Field value="" />);
  expect(field().value).toBe('');
  type('x');
  paint();
  rerender(<Field value="from a link" />);
  expect(field().value).toBe('from a link');
  expect(told).toEqual(['s', 'si', 'x']);
});

test('a page that was left is not filtered by the last key', () => {
  const { unmount } = render(<Field value="" />);
  type('s');
  unmount();
  paint();
  expect(told).toEqual([]);
});
