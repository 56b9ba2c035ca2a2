import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastArea, TooltipProvider } from '@acequia/ui';
import type { OperationName } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { OperationError } from '#lib/operations/operation-error.ts';
import { TenantMenu } from './tenant-menu.tsx';

let asked: OperationName[];
let answers: Partial<Record<OperationName, unknown[]>>;
const left = vi.fn();
vi.mock('#lib/operations/call.ts', () => ({
  callOperation: async (name: OperationName) => {
    asked.push(name);
    const queue = answers[name] ?? [];
    const answer = queue.length > 1 ? queue.shift() : queue[0];
    if (typeof answer === 'string') throw new OperationError(answer);
    return answer;
  },
}));
vi.mock('#lib/operations/session-over.ts', () => ({
  leaveAsked: () => undefined,
  leaveRefused: () => undefined,
  tenantChanged: () => left(),
}));

const tenant = (id: string, name: string) => ({ id, slug: id, name, members: 1, default: id === 'a', settings: [] });
const session = { user: { Email: 'a@b.cc' }, tenant: tenant('a', 'North Edge') };
beforeEach(() => {
  startI18n('en');
  left.mockReset();
  asked = [];
  answers = {
    'auth:session': [session],
    'tenants:list': [[tenant('a', 'North Edge'), tenant('b', 'South Fields')]],
    'auth:getTotpSecret': [{ key: 'ABCD', url: 'otpauth://totp/a?secret=ABCD' }],
    'auth:activateTotpMfa': [{ recoveryCodes: ['one', 'two'], session: {} }],
  };
});
afterEach(cleanup);

const goSouth = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['auth:session', {}], session);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <TenantMenu />
        <ToastArea />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: /North Edge/ }));
  fireEvent.click(await screen.findByRole('button', { name: /South Fields.*member/ }));
};

it('a tenant that requires a second factor is entered once it is set up', async () => {
  answers['auth:changeTenant'] = ['AUTH.MFA_NEEDED', {}];
  await goSouth();
  await screen.findByText(/organization you are going to requires/);
  fireEvent.change(screen.getByLabelText(/Code of the app/), { target: { value: '123456' } });
  fireEvent.submit(screen.getByLabelText(/Code of the app/).closest('form')!);
  fireEvent.click(await screen.findByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(asked.filter((name) => name === 'auth:changeTenant')).toHaveLength(2);
});

it('who gives the set-up up stays where they are', async () => {
  answers['auth:changeTenant'] = ['AUTH.MFA_NEEDED'];
  await goSouth();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText(/organization you are going to requires/)).toBeNull());
  expect(asked.filter((name) => name === 'auth:changeTenant')).toHaveLength(1);
  expect(left).not.toHaveBeenCalled();
});

it('any other refusal opens no set-up', async () => {
  answers['auth:changeTenant'] = ['ACQ-NOT-FOUND'];
  await goSouth();
  await screen.findByText('Error changing tenant');
  expect(asked).not.toContain('auth:getTotpSecret');
});
