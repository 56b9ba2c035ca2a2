import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createSaveStates } from '../../model/save-states.ts';
import { SaveMark } from './save-mark.tsx';

afterEach(cleanup);

it('says in words why a draft was not saved and what to do; the code is beside them to copy', async () => {
  const refusal = { type: 'refused', code: 'WEB-10008', title: 'The pipeline is not valid', text: 'Fix the step.' } as const;
  const onSaveAgain = vi.fn();
  render(
    <TooltipProvider>
      <SaveMark states={createSaveStates(refusal)} onResolve={vi.fn()} onSaveAgain={onSaveAgain} />
    </TooltipProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe('Not saved');
  await userEvent.click(screen.getByRole('button', { name: 'See why' }));
  const why = await screen.findByRole('dialog', { name: 'Not saved' });
  expect(why.textContent).toContain('The pipeline is not validFix the step.');
  expect(why.textContent).toContain('WEB-10008');
  expect(why.textContent).toContain('Your changes are kept in this tab.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onSaveAgain).toHaveBeenCalledOnce();
});
