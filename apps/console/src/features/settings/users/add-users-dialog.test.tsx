import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import { contract } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { looksLikeEmail } from '#lib/email/email.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { AddUsersDialog } from './add-users-dialog.tsx';

const server = fakeServer({
  'users:invite': ({ emails }) => emails.map((email, index) => ({ id: `US_${index}`, email, outcome: 'sent' as const, link: null })),
});

beforeEach(() => {
  startI18n('en');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <AddUsersDialog actor={{ id: 'U', role: 'owner' }} onClose={() => undefined} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
});
afterEach(cleanup);

const paste = (text: string) => fireEvent.paste(screen.getByLabelText(/^Email addresses/), { clipboardData: { getData: () => text } });

it('while an address is wrong, the button leads to it and nothing is sent', async () => {
  paste('ana@example.com, víctor@example.com, bea@example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Fix 1 address' }));
  await screen.findByText('víctor@example.com: Please, enter a valid email address');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove víctor@example.com' }));
  expect(server.inputs('users:invite')).toEqual([]);
  fireEvent.click(document.activeElement!);
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 invites' }));
  await waitFor(() => expect(server.inputs('users:invite')).toEqual([{ emails: ['ana@example.com', 'bea@example.com'], role: 'viewer' }]));
});

it('takes a column of a spreadsheet, and addresses between commas, semicolons and blanks, each once', async () => {
  paste('ana@example.com\r\nbea@example.com\r\n');
  paste('ana@example.com, cas@example.com; dan@example.com eva@example.com,');
  fireEvent.click(screen.getByRole('button', { name: 'Send 5 invites' }));
  await waitFor(() =>
    expect(server.inputs('users:invite')[0]?.emails).toEqual(['ana', 'bea', 'cas', 'dan', 'eva'].map((name) => `${name}@example.com`)),
  );
});

it('browser and server accept the same addresses', () => {
  const input = contract.users.invite['~orpc'].inputSchema!;
  const part = fc.string({ unit: fc.constantFrom(...'aZ0.-_+\'"@ íñß,;<>\u00a0'), maxLength: 8 });
  const address = fc.oneof(
    fc.emailAddress(),
    fc.tuple(part, part, fc.constantFrom('.com', '.c', '', '.es.', '.x1')).map(([name, host, end]) => `${name}@${host}${end}`),
  );
  fc.assert(
    fc.property(address, (email) => {
      expect(input.safeParse({ emails: [email], role: 'viewer' }).success).toBe(looksLikeEmail(email));
    }),
    { numRuns: 2000 },
  );
});
