import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ResizeHandle } from './resize-handle.tsx';

afterEach(cleanup);

function Sized({ onDone }: { readonly onDone: (px: number) => void }) {
  const [value, setValue] = useState(420);
  return (
    <ResizeHandle label="Panel" edge="left" value={value} min={392} max={600} onMove={setValue} onDone={onDone} onReset={() => onDone(0)} />
  );
}

const show = () => {
  const kept: number[] = [];
  render(<Sized onDone={(px) => kept.push(px)} />);
  return { kept, handle: screen.getByRole('separator', { name: 'Panel' }) };
};

test('arrows move it between its limits, and one size is kept when the key is released', () => {
  const { kept, handle } = show();
  fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect([handle.getAttribute('aria-valuenow'), kept]).toEqual(['452', []]);
  fireEvent.keyUp(handle, { key: 'ArrowLeft' });
  expect(kept).toEqual([452]);
  fireEvent.keyDown(handle, { key: 'End' });
  fireEvent.keyDown(handle, { key: 'ArrowLeft' });
  expect(handle.getAttribute('aria-valuenow')).toBe('600');
  fireEvent.keyDown(handle, { key: 'Home' });
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  expect(handle.getAttribute('aria-valuenow')).toBe('392');
});

test('a pull toward its pane makes it smaller; one that is broken off keeps the size before', () => {
  const { kept, handle } = show();
  handle.setPointerCapture = () => undefined;
  fireEvent.pointerDown(handle, { clientX: 1000, button: 0 });
  fireEvent.pointerMove(handle, { clientX: 950 });
  expect(handle.getAttribute('aria-valuenow')).toBe('470');
  fireEvent.pointerCancel(handle);
  expect([handle.getAttribute('aria-valuenow'), kept]).toEqual(['420', []]);
  fireEvent.pointerDown(handle, { clientX: 1000, button: 0 });
  fireEvent.pointerMove(handle, { clientX: 900 });
  fireEvent.pointerUp(handle, { clientX: 900 });
  expect(kept).toEqual([520]);
});

test('a click alone keeps nothing, and a double click or Enter resets', () => {
  const { kept, handle } = show();
  handle.setPointerCapture = () => undefined;
  fireEvent.pointerDown(handle, { clientX: 1000, button: 0 });
  fireEvent.pointerUp(handle, { clientX: 1000 });
  expect(kept).toEqual([]);
  fireEvent.doubleClick(handle);
  fireEvent.keyDown(handle, { key: 'Enter' });
  expect(kept).toEqual([0, 0]);
});
