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

/** A cookie of the browser session; undefined removes it. */
export const writeSessionCookie = (id: string | undefined): string =>
  id === undefined ? `${sessionCookie}=; ${attributes}; Max-Age=0` : `${sessionCookie}=${id}; ${attributes}`;
