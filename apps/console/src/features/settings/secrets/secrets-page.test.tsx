import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { Secret, Usages } from '@acequia/contract';
import { SecretDialog } from '#blocks/secret-picker/secret-dialog.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { SecretDetail } from './secret-detail.tsx';

const day = 86_400_000;
const secret: Secret = {
  id: 'SE_1',
  name: 'Edge key',
  description: 'of the edge',
  tags: [],
  active: true,
  expirationDate: Date.now() + 90 * day,
  certificateEndsAt: Date.now() + 30 * day,
  createdAt: 1,
  updatedAt: 1,
  createdBy: 'Ana',
  updatedBy: 'Ana',
};
const usages: Usages = {
  pipelines: [],
  listeners: [{ id: 'LI_1', name: 'Edge syslog', actionName: 'syslog' }],
  datasinks: [],
  lookups: [],
  totalUsages: 1,
};
const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
const server = fakeServer({ 'secrets:getUsages': usages, 'secrets:update': secret, 'secrets:create': secret });

const show = async (page: React.ReactNode) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['auth:session', {}], fakeSession());
  const router = createRouter({ routeTree: createRootRoute({ component: () => page }), history: createMemoryHistory() });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <RouterProvider router={router as never} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await screen.findByLabelText(/Value|New value|Valor/, { selector: 'textarea' });
};
const value = () => screen.getByLabelText<HTMLTextAreaElement>(/Value|New value/, { selector: 'textarea' });
const detail = <SecretDetail secret={secret} onBack={() => undefined} onRemove={() => undefined} />;

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('a new value of many lines is sent with its line breaks, hidden until it is shown', async () => {
  await show(detail);
  fireEvent.change(value(), { target: { value: pem } });
  expect(value().className).toContain('ui-masked');
  fireEvent.click(screen.getByRole('button', { name: 'Show value' }));
  expect(value().className).not.toContain('ui-masked');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.inputs('secrets:update')[0]?.value).toBe(pem));
});

it('a new secret keeps its lines too; a token loses the line break it was pasted with', async () => {
  await show(<SecretDialog suggestedName="Edge" onClose={() => undefined} />);
  fireEvent.change(screen.getByLabelText(/Description/), { target: { value: 'd' } });
  fireEvent.change(value(), { target: { value: 'a-token\n' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create secret' }));
  await waitFor(() => expect(server.inputs('secrets:create').map((input) => input.value)).toEqual(['a-token']));
});

it('what the browser can see of a broken key is said before it is sent, and what the server sees is said at the field', async () => {
  await show(detail);
  fireEvent.change(value(), { target: { value: pem.replaceAll('\n', ' ') } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Paste the whole PEM text with its line breaks/);
  expect(server.inputs('secrets:update')).toEqual([]);
  server.answer({ 'secrets:update': refusing('ACQ-PEM-PAIR') });
  fireEvent.change(value(), { target: { value: pem } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/Use the key that this certificate was requested with/);
  expect(value().getAttribute('aria-invalid')).toBe('true');
});

it('deactivating one that is used asks first and names what uses it; activating does not ask', async () => {
  await show(detail);
  fireEvent.click(screen.getByRole('switch'));
  await screen.findByText(/These stop working until it is active again/);
  expect(screen.getAllByText('Edge syslog').length).toBeGreaterThan(0);
  expect(server.inputs('secrets:update')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(server.inputs('secrets:update')).toMatchObject([{ id: 'SE_1', active: false }]));
});

it('the end of its certificate is shown', async () => {
  await show(detail);
  screen.getByText(/Certificate expires/);
});

it('what is typed and the question that stands stay when the secret is saved by somebody else meanwhile', async () => {
  let change: (secret: Secret) => void = () => undefined;
  function Page() {
    const [now, setNow] = useState(secret);
    change = setNow;
    return <SecretDetail secret={now} onBack={() => undefined} onRemove={() => undefined} />;
  }
  await show(<Page />);
  fireEvent.change(screen.getByLabelText(/Description/), { target: { value: 'mine' } });
  fireEvent.click(screen.getByRole('switch'));
  await screen.findByText(/These stop working until it is active again/);
  act(() => change({ ...secret, name: 'Renamed', description: 'theirs', updatedAt: 2 }));
  screen.getByText(/These stop working until it is active again/);
  expect(screen.getByLabelText<HTMLInputElement>(/Description/, { selector: 'input' }).value).toBe('mine');
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/, { selector: 'input' }).value).toBe('Renamed');
});

it.each([
  ['en', 'Required: what the secret gives access to.', 'optional'],
  ['es', 'Obligatoria: a qué da acceso el secreto.', 'opcional'],
] as const)(
  'what a secret needs is said where it is edited as where it is created, in the language of the page: %s',
  async (language, required, optional) => {
    startI18n(language);
    const fields = async (page: React.ReactNode) => {
      await show(page);
      const shown = { required: screen.getAllByText(required).length, optional: screen.getAllByText(optional).length };
      cleanup();
      return shown;
    };
    expect(await fields(<SecretDialog suggestedName="Edge" onClose={() => undefined} />)).toEqual({ required: 1, optional: 1 });
    // The value may stay as it is.
    expect(await fields(detail)).toEqual({ required: 1, optional: 2 });
  },
);
