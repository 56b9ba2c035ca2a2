import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Dialog, FullDialog } from './dialog.tsx';
import { TooltipProvider } from './tooltip.tsx';

afterEach(cleanup);

let ask = (): void => undefined;
const told = vi.fn<(isOpen: boolean) => void>();
beforeEach(() => told.mockClear());

/** A question over a window, opened from outside so that nothing waits for its effects. */
function Layers() {
  const [isWindowOpen, setWindowOpen] = useState(true);
  const [isAsking, setAsking] = useState(false);
  ask = () => setAsking(true);
  const changeWindow = (isOpen: boolean) => {
    told(isOpen);
    setWindowOpen(isOpen);
  };
  return (
    <TooltipProvider>
      <FullDialog open={isWindowOpen} onOpenChange={changeWindow} title="Window">
        <Dialog open={isAsking} onOpenChange={setAsking} title="Question" />
      </FullDialog>
    </TooltipProvider>
  );
}

const names = () => screen.queryAllByRole('dialog', { hidden: true }).map((layer) => layer.querySelector('h2')?.textContent);
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });

it('Escape in the moment a question opens over a window does not close the window', () => {
  render(<Layers />);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  try {
    flushSync(() => ask());
    expect(names()).toEqual(['Window', 'Question']);
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    expect(told).not.toHaveBeenCalled();
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  }
});

it('Escape closes the question first, and the window after it', () => {
  render(<Layers />);
  act(() => ask());
  escape();
  expect(names()).toEqual(['Window']);
  escape();
  expect(names()).toEqual([]);
});
