import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LineChart } from './line-chart.tsx';

afterEach(cleanup);

const minuteMs = 60_000;
const at = Array.from({ length: 5 }, (_, index) => Date.UTC(2026, 5, 1, 10, index));

function draw() {
  const onRange = vi.fn<(period: { from: number; to: number }) => void>();
  render(
    <LineChart
      title="Edge"
      at={at}
      stepMs={minuteMs}
      stack={false}
      say={(value) => `${value} EPS`}
      lines={[
        { name: 'In', tone: 'in', values: [1, 2, 3, 4, 5] },
        { name: 'Out', tone: 'out', values: [0, 1, 1, 2, 2] },
      ]}
      onRange={onRange}
    />,
  );
  const plot = screen.getByRole('slider');
  vi.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 100));
  plot.setPointerCapture = () => undefined;
  return { plot, onRange };
}

test('arrow keys read the values aloud; with Shift they take a range that Enter shows', () => {
  const { plot, onRange } = draw();
  fireEvent.keyDown(plot, { key: 'Home' });
  fireEvent.keyDown(plot, { key: 'ArrowRight' });
  expect(plot.getAttribute('aria-valuetext')).toContain('In 2 EPS, Out 1 EPS');
  fireEvent.keyDown(plot, { key: 'ArrowRight', shiftKey: true });
  fireEvent.keyDown(plot, { key: 'ArrowRight', shiftKey: true });
  expect(onRange).not.toHaveBeenCalled();
  fireEvent.keyDown(plot, { key: 'Enter' });
  expect(onRange).toHaveBeenCalledExactlyOnceWith({ from: at[1], to: at[3]! + minuteMs });
});

test('Escape gives a range up; without one it is left to the window around', () => {
  const { plot, onRange } = draw();
  const around = vi.fn<() => void>();
  document.body.addEventListener('keydown', around);
  fireEvent.keyDown(plot, { key: 'ArrowLeft', shiftKey: true });
  around.mockClear();
  fireEvent.keyDown(plot, { key: 'Escape' });
  fireEvent.keyDown(plot, { key: 'Enter' });
  expect(onRange).not.toHaveBeenCalled();
  fireEvent.keyDown(plot, { key: 'Escape' });
  document.body.removeEventListener('keydown', around);
  expect(around).toHaveBeenCalledTimes(2);
});

test('a drag takes its range, a press alone does not', () => {
  const { plot, onRange } = draw();
  fireEvent.pointerDown(plot, { button: 0, clientX: 100 });
  fireEvent.pointerUp(plot, { clientX: 100 });
  expect(onRange).not.toHaveBeenCalled();
  fireEvent.pointerDown(plot, { button: 0, clientX: 300 });
  fireEvent.pointerMove(plot, { buttons: 1, clientX: 100 });
  fireEvent.pointerUp(plot, { clientX: 100 });
  expect(onRange).toHaveBeenCalledExactlyOnceWith({ from: at[1], to: at[3]! + minuteMs });
});
