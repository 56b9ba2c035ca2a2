import { readAuthenticator } from '../../../apps/server/src/modules/auth/test-authenticator.ts';
import { eventually } from './acequia.ts';

/** An authenticator app that was given the key a page shows. */
export interface Authenticator {
  /** A code that was not used yet and is accepted for half a minute at least; waits for one when too many were asked for. */
  nextCode(): Promise<string>;
  /** Six digits that are not one of the codes accepted around now. */
  wrongCode(): string;
}

const stepMs = 30_000;

export function authenticatorOf(shownKey: string): Authenticator {
  const codeAt = readAuthenticator(`otpauth://totp/Acequia?secret=${shownKey.replace(/\s/g, '')}`);
  const present = () => Math.floor(Date.now() / stepMs);
  const codeOf = (step: number) => codeAt(step * stepMs);
  let last = 0;
  return {
    nextCode: async () => {
      const step = Math.max(last + 1, present());
      await eventually('a code that was not used yet', () => (step <= present() + 1 ? true : undefined));
      last = step;
      return codeOf(step);
    },
    wrongCode: () => {
      const right = new Set([-2, -1, 0, 1, 2].map((drift) => codeOf(present() + drift)));
      return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code))!;
    },
  };
}
