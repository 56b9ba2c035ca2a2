import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';

export interface ToldFault {
  readonly field: string | RegExp;
  /** What is told beside it. */
  readonly fault: string;
}

const invalid = () => [...document.querySelectorAll('[aria-invalid]')];
const told = (control: HTMLElement, fault: string) => waitFor(() => expect(control.closest('[data-path]')?.textContent).toContain(fault));
const controlOf = (field: string | RegExp) => screen.findByLabelText(field, { selector: 'input, textarea, button' });

/** The fault of a field is told beside it when it is left, not while it is typed in, and no other is. */
export async function expectToldWhenLeft({ field, fault }: ToldFault): Promise<void> {
  const control = await controlOf(field);
  fireEvent.focusIn(control);
  expect(invalid()).toEqual([]);
  fireEvent.focusOut(control);
  await told(control, fault);
  expect(invalid()).toEqual([control]);
}

/** A submission is possible, tells every fault, and leads to the first. */
export async function expectToldAtSubmission(submit: string, { field, fault }: ToldFault): Promise<void> {
  const control = await controlOf(field);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: submit });
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
  await told(control, fault);
  expect(invalid()[0]).toBe(control);
  await waitFor(() => expect(document.activeElement).toBe(control));
}
