import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import { startI18n } from '#i18n/i18n.ts';
import { expectToldAtSubmission, expectToldWhenLeft } from '#lib/forms/test-told-faults.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

vi.mock('#lib/session/index.ts', () => ({
  useSession: () => ({ via: 'password', hasPassword: true, user: { Email: 'a@b.cc' }, tenant: { id: 'T' } }),
}));
vi.mock('./provider-proof.tsx', () => ({ ProviderProof: () => null }));

fakeServer();
const sent = vi.fn();
const nothing = () => undefined;
const proof = { title: 'Turn it off', text: '', confirm: 'Turn off', send: sent, onClose: nothing };
const code = { field: 'Code from the app', fault: 'Enter all 6 digits of the code.' };

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it.each([
  { what: 'a code', dialog: <ProofDialog {...proof} />, told: code, submit: 'Turn off' },
  {
    what: 'a code or a recovery code',
    dialog: <ProofDialog {...proof} recovery />,
    told: { field: 'Code from the app, or a recovery code', fault: 'Enter a code.' },
    submit: 'Turn off',
  },
  {
    what: 'the password again',
    dialog: <ReauthenticateDialog onDone={nothing} onClose={nothing} />,
    told: { field: 'Password', fault: 'Enter your password.' },
    submit: 'Confirm',
  },
])('$what: its fault is told when it is left, and at a submission that is always possible', async ({ dialog, told, submit }) => {
  render(<TooltipProvider>{dialog}</TooltipProvider>);
  await expectToldWhenLeft(told);
  await expectToldAtSubmission(submit, told);
  expect(sent).not.toHaveBeenCalled();
});
