import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { CommandDialog } from './command-dialog.tsx';

afterEach(cleanup);

const nothing = () => undefined;

it.each(['ctrlKey', 'metaKey'])('leaves K with %s to whoever opened it, so that the same key closes it', (modifier) => {
  render(
    <CommandDialog
      open
      onOpenChange={nothing}
      title="Commands"
      placeholder="Search"
      value=""
      onValue={nothing}
      onBack={nothing}
      groups={[{ title: 'Pages', entries: [{ id: 'home', icon: 'home', label: 'Home', run: nothing }] }]}
    />,
  );
  // `fireEvent` answers whether nobody prevented the default.
  expect(fireEvent.keyDown(screen.getByRole('combobox'), { key: 'k', [modifier]: true })).toBe(true);
});
