import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import { SecretDialog } from '#blocks/secret-picker/secret-dialog.tsx';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { KeyDialog } from './api-keys/key-dialog.tsx';
import { OpenIdForm } from './authentication/sso/openid-form.tsx';
import { SamlForm } from './authentication/sso/saml-form.tsx';
import { PasswordForm } from './preferences/password-form.tsx';
import { LimitButton } from './usage/limit-button.tsx';
import { AddUsersDialog } from './users/add-users-dialog.tsx';

vi.mock('#lib/session/index.ts', () => ({
  useMay: () => true,
  useSession: () => ({ user: { Email: 'ana@example.com', UID: 'U', AccessMap: { Roles: ['owner'] } }, preferences: {} }),
}));

const server = fakeServer();
const nothing = () => undefined;
const provider = { id: null, enabled: false, callbackURL: '', homeURL: '', slug: 'vega' };
const openId = {
  ...provider,
  clientId: '',
  issuer: '',
  responseType: 'code',
  verifiesAddresses: false,
  clientSecretKept: false,
} as const;
const saml = {
  ...provider,
  idpEntityId: '',
  ssoUrl: '',
  x509Certificates: [] as string[],
  certificates: [] as never[],
  nameIdFormat: 'emailAddress',
  spAcsUrl: '',
  spEntityId: '',
} as const;
const tab = { formId: 'form', onPending: nothing, onSaved: nothing };

interface Case {
  readonly what: string;
  readonly form: ReactNode;
  readonly opener?: string | RegExp;
  readonly field: string | RegExp;
  readonly fault: string;
}
const cases: readonly Case[] = [
  { what: 'a key', form: <KeyDialog onClose={nothing} />, field: 'Name', fault: 'Name cannot be empty' },
  {
    what: 'the password',
    form: <PasswordForm />,
    opener: 'Change password',
    field: 'Current password',
    fault: 'Enter your current password.',
  },
  {
    what: 'a secret',
    form: <SecretDialog suggestedName="" onClose={nothing} />,
    field: 'Name',
    fault: 'Name cannot be empty',
  },
  {
    what: 'the limit',
    form: <LimitButton limit={null} />,
    opener: /^Limit/,
    field: 'Daily ingest limit',
    fault: 'Enter a number above 0.',
  },
  {
    what: 'new people',
    form: <AddUsersDialog actor={{ userId: 'U', role: 'owner' } as never} onClose={nothing} />,
    field: 'Email addresses',
    fault: 'Please, enter a valid email address',
  },
  { what: 'OpenID Connect', form: <OpenIdForm {...tab} config={openId} />, field: 'Issuer', fault: 'Enter the issuer.' },
  {
    what: 'SAML',
    form: <SamlForm {...tab} config={{ ...saml, x509Certificates: [], certificates: [] }} />,
    field: /^Certificate 1/,
    fault: 'Add the first certificate',
  },
];

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it.each(cases)(
  '$what: the fault of a field is told when it is left, not while it is typed in, and no other',
  async ({ form, opener, field, fault }) => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>{form}</TooltipProvider>
      </QueryClientProvider>,
    );
    if (opener !== undefined) fireEvent.click(screen.getByRole('button', { name: opener }));
    const control = await screen.findByLabelText(field, { selector: 'input, textarea' });
    fireEvent.focusIn(control);
    expect(document.querySelector('[aria-invalid]')).toBeNull();
    fireEvent.focusOut(control);
    expect(await screen.findByText(fault)).toBeDefined();
    expect([...document.querySelectorAll('[aria-invalid]')]).toEqual([control]);
    await server.settled();
    expect(server.calls).toEqual([]);
  },
);
