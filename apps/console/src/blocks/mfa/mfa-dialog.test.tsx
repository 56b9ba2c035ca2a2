import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { OperationName } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { OperationError } from '#lib/operations/operation-error.ts';
import type { MfaCall } from './calls.ts';
import { MfaDialog, type MfaVariant } from './mfa-dialog.tsx';

const secret = { key: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', url: 'otpauth://totp/Acequia:a?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' };
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `code-${n}`);
let asked: [OperationName, unknown][];
/** What the server answers next, by operation: a code is a refusal. The last one stays. */
let answers: Partial<Record<OperationName, unknown[]>>;
let events: string[];

const call = ((name: OperationName, input: unknown) => {
  asked.push([name, input]);
  const queue = answers[name] ?? [];
  const answer = queue.length > 1 ? queue.shift() : queue[0];
  return typeof answer === 'string' ? Promise.reject(new OperationError(answer)) : Promise.resolve(answer);
}) as unknown as MfaCall;

beforeEach(() => {
  startI18n('en');
  asked = [];
  events = [];
  answers = {
    'auth:getTotpSecret': [secret],
    'auth:activateTotpMfa': [{ recoveryCodes, session: {} }],
    'auth:reauthenticateWithCredential': [{}],
  };
});
afterEach(cleanup);

const show = async (variant: MfaVariant) => {
  render(
    <TooltipProvider>
      <MfaDialog
        variant={variant}
        email="a@b.cc"
        call={call}
        onActivated={() => events.push('activated')}
        onFail={({ code }) => events.push(code)}
        onClose={() => events.push('closed')}
      />
    </TooltipProvider>,
  );
  await waitFor(() => expect(screen.queryByLabelText('Creating a key') === null || events.length > 0).toBe(true));
};
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => {
  await act(async () => fireEvent.submit(screen.getByRole('button', { name }).closest('[role=dialog]')!.querySelector('form')!));
};
const countOf = (name: OperationName) => asked.filter(([each]) => each === name).length;

describe.each(['login', 'settings', 'changeTenant'] as const)('the set-up of a second factor, from %s', (variant) => {
  it('shows a QR code of size 90, the key and a way to copy it', async () => {
    await show(variant);
    const qr = screen.getByRole('img', { name: 'QR code of the key' });
    expect([qr.getAttribute('width'), qr.getAttribute('height')]).toEqual(['90', '90']);
    expect(screen.getByLabelText('Key').textContent).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
    expect(screen.getByRole('button', { name: 'Copy the key' })).toBeDefined();
  });

  it('sends a code of six digits as a number, and not before there are six; then the recovery codes, then the end', async () => {
    await show(variant);
    const button = () => screen.getByRole('button', { name: 'Activate' });
    type(/Code from the app/, '01a23');
    expect(screen.getByLabelText<HTMLInputElement>(/Code from the app/).value).toBe('0123');
    expect(button().hasAttribute('disabled')).toBe(true);
    await press('Activate');
    expect(countOf('auth:activateTotpMfa')).toBe(0);
    type(/Code from the app/, '012 345');
    expect(button().hasAttribute('disabled')).toBe(false);
    await press('Activate');
    expect(asked.at(-1)).toEqual(['auth:activateTotpMfa', { totpCode: 12345 }]);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
    expect(events).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'I saved the codes' }));
    expect(events).toEqual(['activated']);
  });

  it('closed over its recovery codes it has still turned the factor on', async () => {
    await show(variant);
    type(/Code from the app/, '123456');
    await press('Activate');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(events).toEqual(['activated']);
  });

  it('says of a wrong code that it is wrong and clears it (WEB-11009); of anything else its code', async () => {
    answers['auth:activateTotpMfa'] = ['WEB-11009', 'ACQ-TOO-MANY'];
    await show(variant);
    type(/Code from the app/, '123456');
    await press('Activate');
    expect(screen.getByText(/invalid or has expired/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/Code from the app/).value).toBe('');
    type(/Code from the app/, '123457');
    await press('Activate');
    expect(screen.getByText(/unexpected happened \(ACQ-TOO-MANY\)/)).toBeDefined();
    expect(events).toEqual([]);
  });

  it('asks again for a key that did not come, and gives up with an alert', async () => {
    answers['auth:getTotpSecret'] = ['NETWORK', 'NETWORK', secret];
    await show(variant);
    expect(countOf('auth:getTotpSecret')).toBe(3);
    expect(screen.getByLabelText('Key')).toBeDefined();
    cleanup();
    asked = [];
    answers['auth:getTotpSecret'] = ['WEB-00000'];
    await show(variant);
    expect(countOf('auth:getTotpSecret')).toBe(3);
    expect(events).toEqual(['WEB-00000', 'closed']);
  });
});

describe('a login that was a while ago (WEB-11011)', () => {
  it.each(['settings', 'changeTenant'] as const)(
    'is confirmed with the password from %s, then the key is asked for again',
    async (variant) => {
      answers['auth:getTotpSecret'] = ['WEB-11011', secret];
      answers['auth:reauthenticateWithCredential'] = ['WEB-11012', 'ACQ-TOO-MANY', {}];
      await show(variant);
      expect(countOf('auth:getTotpSecret')).toBe(1);
      await press('Confirm');
      expect(screen.getByText('Enter your password.')).toBeDefined();
      type(/^Password/, 'wrong');
      await press('Confirm');
      expect(screen.getByText('This password is incorrect.')).toBeDefined();
      type(/^Password/, 'other');
      await press('Confirm');
      expect(screen.getByText(/unexpected happened \(ACQ-TOO-MANY\)/)).toBeDefined();
      type(/^Password/, 'right');
      await press('Confirm');
      expect(asked.at(-2)).toEqual(['auth:reauthenticateWithCredential', { email: 'a@b.cc', password: 'right' }]);
      expect(screen.getByLabelText('Key')).toBeDefined();
      expect(events).toEqual([]);
    },
  );

  it('also when it grew old while the code was looked up', async () => {
    answers['auth:activateTotpMfa'] = ['WEB-11011', { recoveryCodes, session: {} }];
    await show('settings');
    type(/Code from the app/, '123456');
    await press('Activate');
    type(/^Password/, 'right');
    await press('Confirm');
    type(/Code from the app/, '123457');
    await press('Activate');
    expect(screen.getByText('Save your recovery codes')).toBeDefined();
  });

  it('is no step of a login: there the dialog closes', async () => {
    answers['auth:getTotpSecret'] = ['WEB-11011'];
    await show('login');
    expect(events).toEqual(['WEB-11011', 'closed']);
    expect(screen.queryByLabelText(/^Password/)).toBeNull();
  });
});
