/** With the prefix a browser takes it only with Secure, Path=/ and without Domain (RFC 6265bis 4.1.3.2). Browsers treat loopback as secure, also over plain HTTP. */
export const sessionCookie = '__Host-sid';

export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

const attributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/** A cookie of the browser session. */
export const writeSessionCookie = (value: string): string => `${sessionCookie}=${value}; ${attributes}`;

/** Takes the cookie away. */
export const noSessionCookie = `${sessionCookie}=; ${attributes}; Max-Age=0`;

/** Stands for a device that has logged in to an account (`known-devices.ts`); 400 days are the most a browser keeps one. */
export const deviceCookie = '__Host-device';
export const writeDeviceCookie = (value: string): string => `${deviceCookie}=${value}; ${attributes}; Max-Age=${400 * 86_400}`;

/**
 * Binds a way to an identity provider and back to the browser it was begun in. The provider may answer by a form of its own page
 * (form_post, SAML), and with that only a cookie of SameSite=None comes; it proves no session, and lasts ten minutes.
 */
export const browserMarkCookie = '__Host-sso';
export const writeBrowserMark = (value: string): string =>
  `${browserMarkCookie}=${value}; Path=/; HttpOnly; Secure; SameSite=None; Max-Age=600`;

/**
 * What a browser forgets of us at log-out (Clear-Site-Data): cached answers, and pages kept for "back". Not "storage": what is typed
 * in a form of another tab outlasts the session (quality.md, 25). Not "cookies": that reaches the whole registrable domain, other
 * products of the same company and all ports of localhost included.
 */
export const clearSiteData = '"cache"';
