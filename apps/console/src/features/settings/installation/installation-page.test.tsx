import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { InstallationEgress } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { InstallationPage } from './installation-page.tsx';

const north = { id: '0d3b7a52-4a0e-4d3a-9d55-0b9f3f2d6a11', slug: 'north', name: 'North' };
const egress = (part: Partial<InstallationEgress> = {}): InstallationEgress => ({
  mode: 'open',
  private: 'open',
  loopback: true,
  rules: null,
  tenants: [north],
  ...part,
});
const server = fakeServer();

const show = async (shown: InstallationEgress, save = 'Save') => {
  server.answer({
    'installation:getEgress': shown,
    'installation:updateEgress': ({ loopback, rules }) => ({ ...shown, loopback, rules }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['auth:session', {}], fakeSession({ tenant: north }));
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <InstallationPage />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('button', { name: save });
};
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('an empty list can be saved: that is the answer a second organization waits for', async () => {
  await show(egress());
  screen.getByText(/This list has not been saved yet/);
  press('Save');
  await waitFor(() => expect(server.inputs('installation:updateEgress')).toEqual([{ loopback: true, rules: [] }]));
});

it('a rule has an address, a port or all, and an organization or all', async () => {
  await show(egress({ private: 'rules', rules: [{ address: '10.0.0.0/8', port: null, tenantId: north.id }] }));
  press('Add rule');
  type('Address of rule 2', ' fd12::/16 ');
  type('Port of rule 2', '6514');
  press('Save');
  await waitFor(() =>
    expect(server.inputs('installation:updateEgress')).toEqual([
      {
        loopback: true,
        rules: [
          { address: '10.0.0.0/8', port: null, tenantId: north.id },
          { address: 'fd12::/16', port: 6514, tenantId: null },
        ],
      },
    ]),
  );
});

it('an empty address or a wrong port is told at the rule, and nothing is sent', async () => {
  await show(egress({ rules: [{ address: '10.0.0.1', port: 70, tenantId: null }] }));
  type('Port of rule 1', '70000');
  press('Add rule');
  press('Save');
  await screen.findByText('Enter a port from 1 to 65535, or leave it empty.');
  screen.getByText('Enter an address.');
  expect(screen.getByLabelText('Port of rule 1').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Address of rule 2').getAttribute('aria-invalid')).toBe('true');
  expect(server.inputs('installation:updateEgress')).toEqual([]);
});

it('an address that the server refuses is marked where it stands', async () => {
  await show(egress({ rules: [{ address: '10.0.0.1', port: null, tenantId: null }] }));
  server.answer({ 'installation:updateEgress': refusing('ACQ-EGRESS-ADDRESS', { rule: 1, address: '10.0.0.0/40' }) });
  press('Add rule');
  type('Address of rule 2', '10.0.0.0/40');
  press('Save');
  await screen.findByText(/“10.0.0.0\/40” is not a host/);
  expect(screen.getByLabelText('Address of rule 2').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByLabelText('Address of rule 1').hasAttribute('aria-invalid')).toBe(false);
});

it('with several organizations the machine itself has no switch of its own', async () => {
  await show(egress({ private: 'rules', rules: [] }));
  expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(true);
  screen.getByText(/add a rule for 127.0.0.1 instead/);
});

it.each(['en', 'es'] as const)('a second organization is not spoken of as one to come once it is there (%s)', async (language) => {
  startI18n(language);
  const toCome = language === 'en' ? /second (organization|one)/ : /(añadir otra|haya otra)/;
  const now = language === 'en' ? 'No rules. Only public addresses are reachable.' : 'No hay reglas. Solo se llega a direcciones públicas.';
  const states = [
    { shown: egress(), isToCome: true },
    { shown: egress({ rules: [] }), isToCome: true },
    { shown: egress({ private: 'rules', rules: [] }), isToCome: false },
    { shown: egress({ private: 'rules', rules: null }), isToCome: false },
    { shown: egress({ private: 'rules', mode: 'public-only', rules: null }), isToCome: false },
  ];
  for (const { shown, isToCome } of states) {
    await show(shown, language === 'en' ? 'Save' : 'Guardar');
    expect(screen.queryAllByText(toCome).length > 0).toBe(isToCome);
    expect(screen.queryAllByText(now).length).toBe(isToCome ? 0 : 1);
    cleanup();
  }
});
