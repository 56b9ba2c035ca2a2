import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { OperationName, Tenant } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { OperationError } from '#lib/operations/operation-error.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { TenantMfa } from './tenant-mfa.tsx';

let asked: [OperationName, unknown][];
/** A code is a refusal; a promise is waited for. */
let answers: Partial<Record<OperationName, unknown[]>>;
vi.mock('#lib/operations/call.ts', () => ({
  callOperation: async (name: OperationName, input: unknown) => {
    asked.push([name, input]);
    const queue = answers[name] ?? [];
    const answer = await (queue.length > 1 ? queue.shift() : queue[0]);
    if (typeof answer === 'string') throw new OperationError(answer);
    return answer;
  },
}));

const tenant = (mfa: boolean, sso = false): Tenant => ({
  id: 't',
  slug: 't',
  name: 'T',
  members: 1,
  default: true,
  settings: [
    { settingType: 'MFA', value: { enabled: mfa } },
    { settingType: 'SSO', value: { enabled: sso, state: sso ? 'openid' : 'unconfigured' } },
  ],
});

function Shown() {
  const { data } = useOperation('tenants:find', { id: 't' });
  return data ? <TenantMfa tenant={data} /> : null;
}
const show = async (own: boolean, shown: Tenant, blocked = false) => {
  answers['auth:getMfa'] = [{ enabled: own, recoveryCodesLeft: 10, required: false }];
  answers['tenants:find'] = [shown];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['auth:session', {}], {
    via: 'password',
    hasPassword: true,
    user: { Email: 'a@b.cc' },
    tenant: { id: 't', slug: 't', name: 'T' },
  });
  client.setQueryData(['tenants:find', { id: 't' }], shown);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Shown />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(settingsOf('auth:getMfa')).toHaveLength(1));
  await waitFor(() => expect(toggle().hasAttribute('disabled')).toBe(blocked));
};
const toggle = () => screen.getByRole('switch', { hidden: true });
const shows = (on: boolean) => waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe(String(on)));
const settingsOf = (name: OperationName) => asked.filter(([each]) => each === name).map(([, input]) => input);

beforeEach(() => {
  startI18n('en');
  asked = [];
  answers = {};
});
afterEach(cleanup);

it('turning off shows at once, and stands as before when the server refuses', async () => {
  const answer = Promise.withResolvers<unknown>();
  answers['tenants:updateTenantSettings'] = [answer.promise];
  await show(true, tenant(true));
  fireEvent.click(toggle());
  await shows(false);
  expect(settingsOf('tenants:updateTenantSettings')).toEqual([{ id: 't', settings: [{ settingType: 'MFA', value: { enabled: false } }] }]);
  answer.resolve('WEB-00027');
  await shows(true);
});

it('who has a factor confirms and turns it on; who has none sets one up first, and giving up turns nothing on', async () => {
  answers['tenants:activateTenantMfa'] = [tenant(true)];
  await show(true, tenant(false));
  fireEvent.click(toggle());
  await shows(false);
  answers['tenants:find'] = [tenant(true)];
  fireEvent.click(await screen.findByRole('button', { name: 'Require it' }));
  await shows(true);
  cleanup();
  asked = [];
  answers['auth:getTotpSecret'] = [{ key: 'ABCD', url: 'otpauth://totp/a?secret=ABCD' }];
  await show(false, tenant(false));
  fireEvent.click(toggle());
  await screen.findByLabelText('Key');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await shows(false);
  expect(settingsOf('tenants:activateTenantMfa')).toEqual([]);
});

it('a login of a while ago is confirmed, and the change is tried again', async () => {
  answers['tenants:updateTenantSettings'] = ['WEB-11011', tenant(false)];
  answers['auth:reauthenticateWithCredential'] = [{}];
  await show(true, tenant(true));
  fireEvent.click(toggle());
  fireEvent.change(await screen.findByLabelText(/^Password/), { target: { value: 'p' } });
  await shows(true);
  answers['tenants:find'] = [tenant(false)];
  fireEvent.submit(screen.getByLabelText(/^Password/).closest('form')!);
  await waitFor(() => expect(settingsOf('tenants:updateTenantSettings')).toHaveLength(2));
  await shows(false);
});

it('is blocked while single sign-on is on, and says why to who looks for it with the keyboard', async () => {
  await show(true, tenant(false, true), true);
  expect(screen.getByRole('group', { name: /Single sign-on is on/ }).tabIndex).toBe(0);
});
