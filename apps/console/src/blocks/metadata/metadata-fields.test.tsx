import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { MetadataFields } from './metadata-fields.tsx';

function Form() {
  const [value, setValue] = useState({ name: '', description: '', tags: [] as readonly string[] });
  return <MetadataFields value={value} onChange={setValue} faults={{}} />;
}

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('a name that is missing is told when its field is left, not while it is typed, and no more once it is there', async () => {
  render(<Form />);
  const user = userEvent.setup();
  const name = screen.getByLabelText('Name');
  await user.click(name);
  expect(name.getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await user.type(name, 'Edge');
  expect(name.getAttribute('aria-invalid')).toBeNull();
});
