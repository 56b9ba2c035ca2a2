import { URI, type TOTP } from 'otpauth';
import type { Browser } from '../../test-app.ts';

/** An authenticator app of a test's user. */
export interface Authenticator {
  readonly recoveryCodes: readonly string[];
  /** What it shows at a moment (ms since 1970), with its leading zeros. */
  codeAt(now: number): string;
}

/** Reads the QR code's content, as an app does. */
export function readAuthenticator(url: string): (now: number) => string {
  const totp = URI.parse(url) as TOTP;
  return (now) => totp.generate({ timestamp: now });
}

/** Sets up the second factor of a logged-in user, with the code of a moment. */
export async function enrol(browser: Browser, now: number = Date.now()): Promise<Authenticator> {
  const codeAt = readAuthenticator((await browser.call('auth:getTotpSecret', {})).url);
  const { recoveryCodes } = await browser.call('auth:activateTotpMfa', { totpCode: Number(codeAt(now)) });
  return { recoveryCodes, codeAt };
}
