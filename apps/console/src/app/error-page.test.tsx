import { TooltipProvider } from '@acequia/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorPage } from './error-page.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a defect has a title, WEB-00000, and a button that leads home, as it says', () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  render(
    <TooltipProvider>
      <ErrorPage error={new Error('inner words')} />
    </TooltipProvider>,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
  expect(document.body.textContent).toContain('WEB-00000');
  expect(document.body.textContent).not.toContain('inner words');
  fireEvent.click(screen.getByRole('button', { name: 'Back to Home' }));
  expect(assign).toHaveBeenCalledExactlyOnceWith('/');
});
