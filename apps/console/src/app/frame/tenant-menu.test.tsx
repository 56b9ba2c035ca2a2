import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastArea, TooltipProvider } from '@acequia/ui';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, inTurn, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { TenantMenu } from './tenant-menu.tsx';

const left = vi.fn();
vi.mock('#lib/operations/session-over.ts', () => ({
  leaveAsked: () => undefined,
  leaveRefused: () => undefined,
  tenantChanged: () => left(),
}));

const tenant = (id: string, name: string) => ({ id, slug: id, name, members: 1, default: id === 'a', settings: [] });
const session = fakeSession({ tenant: { id: 'a', slug: 'a', name: 'North Edge' } });
const server = fakeServer({
  'auth:session': session,
  'tenants:list': [tenant('a', 'North Edge'), tenant('b', 'South Fields')],
  'auth:getTotpSecret': { key: 'ABCD', url: 'otpauth://totp/a?secret=ABCD' },
  'auth:activateTotpMfa': { recoveryCodes: Array.from({ length: 10 }, (_, n) => `code-${n}`), session },
});
beforeEach(() => {
  startI18n('en');
  left.mockReset();
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
  server.answer({ 'auth:changeTenant': inTurn(refusing('AUTH.MFA_NEEDED'), () => session) });
  await goSouth();
  await screen.findByText(/organization you are switching to requires/);
  fireEvent.change(screen.getByLabelText(/Code from the app/), { target: { value: '123456' } });
  fireEvent.submit(screen.getByLabelText(/Code from the app/).closest('form')!);
  fireEvent.click(await screen.findByRole('button', { name: 'I saved the codes' }));
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  expect(server.inputs('auth:changeTenant')).toHaveLength(2);
});

it('who gives the set-up up stays where they are', async () => {
  server.answer({ 'auth:changeTenant': refusing('AUTH.MFA_NEEDED') });
  await goSouth();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText(/organization you are switching to requires/)).toBeNull());
  expect(server.inputs('auth:changeTenant')).toHaveLength(1);
  expect(left).not.toHaveBeenCalled();
});

it('any other refusal opens no set-up', async () => {
  server.answer({ 'auth:changeTenant': refusing('ACQ-NOT-FOUND') });
  await goSouth();
  await screen.findByText('Error changing tenant');
  expect(server.inputs('auth:getTotpSecret')).toEqual([]);
});

it('says of a demo whose it is, and not the number in its address', async () => {
  const id = 'demo-d90286e7-dff3-4664-a3cb-4512';
  server.answer({ 'tenants:list': [tenant('a', 'North Edge'), { ...tenant(id, 'Demo'), demoOf: 'a' }, tenant('b', 'South Fields')] });
  await goSouth();
  const demo = screen.getByRole('button', { name: /^Demo Invented events/ });
  expect(demo.textContent).toContain('Invented events, beside North Edge');
  expect(demo.textContent).not.toContain(id);
});
