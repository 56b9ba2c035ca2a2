import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import type { SamlConfig } from './saml-entered.ts';
import { SamlForm } from './saml-form.tsx';
import { loadErrorWords } from '#lib/operations/error-words.ts';

beforeAll(() => loadErrorWords());

const day = 86_400_000;
const config = (change: Partial<SamlConfig> = {}): SamlConfig => ({
  id: 'abc',
  idpEntityId: 'urn:idp',
  ssoUrl: 'https://idp.example.com/sso',
  x509Certificates: ['PEM'],
  certificates: [{ subject: 'CN=idp', fingerprint: 'AB:CD', startsAt: 0, endsAt: Date.now() + 365 * day }],
  nameIdFormat: 'emailAddress',
  enabled: true,
  callbackURL: 'https://acequia.example.com/sso/vega/saml/acs',
  spAcsUrl: 'https://acequia.example.com/sso/vega/saml/acs',
  spEntityId: 'https://acequia.example.com/sso/vega/saml/metadata',
  homeURL: 'https://acequia.example.com/sso/vega',
  slug: 'vega',
  ...change,
});
const server = fakeServer({ 'authSaml:updateConfig': () => config() });
const pending = vi.fn();
const saved = vi.fn();
const show = (shown: SamlConfig) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <SamlForm config={shown} formId="form" onPending={pending} onSaved={saved} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
const submit = () => fireEvent.submit(document.querySelector('form')!);

beforeEach(() => {
  startI18n('en');
  pending.mockClear();
  saved.mockClear();
});
afterEach(cleanup);

it('saves what is there with what was added, and tells the dialog when it is on its way and when it is done', async () => {
  show(config());
  fireEvent.click(screen.getByRole('button', { name: 'Add certificate' }));
  fireEvent.change(screen.getByRole('textbox', { name: /^Certificate 2/ }), { target: { value: ' NEXT ' } });
  submit();
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  await waitFor(() => expect(pending.mock.calls).toEqual([[true], [false]]));
  expect(server.calls[0]).toEqual({
    name: 'authSaml:updateConfig',
    input: {
      id: 'abc',
      idpEntityId: 'urn:idp',
      ssoUrl: 'https://idp.example.com/sso',
      nameIdFormat: 'emailAddress',
      x509Certificates: ['PEM', 'NEXT'],
      enabled: true,
    },
  });
});

it('does not send an expired certificate, and says which one it is', () => {
  show(config({ certificates: [{ subject: 'CN=idp', fingerprint: 'AB:CD', startsAt: 0, endsAt: Date.now() - day }] }));
  expect(screen.getByText('Expired')).toBeDefined();
  submit();
  expect(screen.getByText('This certificate has expired and no login works with it. Remove it.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Remove certificate 1' }));
  expect(screen.getByText('Add the first certificate')).toBeDefined();
  expect(server.calls).toEqual([]);
});

it('shows a refusal at the certificate it is about, and takes it away with the next change', async () => {
  server.answer({ 'authSaml:createConfig': refusing('AUTH.SAML_CERTIFICATE', { certificate: 0 }) });
  show(config({ id: null, x509Certificates: [], certificates: [] }));
  const first = screen.getByRole('textbox', { name: /^Certificate 1/ });
  fireEvent.change(first, { target: { value: 'no certificate' } });
  submit();
  await screen.findByText(/RSA key of at least 2048 bits.*AUTH\.SAML_CERTIFICATE/);
  expect(first.getAttribute('aria-invalid')).toBe('true');
  expect(server.inputs('authSaml:createConfig')).toHaveLength(1);
  fireEvent.change(first, { target: { value: 'another' } });
  expect(first.getAttribute('aria-invalid')).toBeNull();
  expect(saved).not.toHaveBeenCalled();
});

it('shows any other refusal with its code', async () => {
  server.answer({ 'authSaml:updateConfig': refusing('AUTH.SSO_ADDRESS', { address: 'ftp://idp' }) });
  show(config());
  submit();
  expect((await screen.findByRole('alert')).textContent).toContain('(AUTH.SSO_ADDRESS)');
});
