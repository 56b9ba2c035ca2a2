import { md5 as ownMd5 } from './md5.ts';
import { sha1 as ownSha1 } from './sha1.ts';
import { sha256 as ownSha256, sha512 as ownSha512 } from './sha2.ts';

type Digest = (data: Uint8Array) => Uint8Array;

/** That of Node, which is several times faster; ours in a browser, whose digests are asynchronous, and where Node refuses the algorithm. */
function digest(name: string, own: Digest): Digest {
  if (typeof process === 'undefined') return own;
  try {
    const { hash } = process.getBuiltinModule('node:crypto');
    hash(name, '', 'buffer');
    return (data) => hash(name, data, 'buffer');
  } catch {
    return own;
  }
}

/** MD5 (RFC 1321); for identity, never for security. */
export const md5 = digest('md5', ownMd5);
/** SHA-1 (FIPS 180-4); for identity, never for security. */
export const sha1 = digest('sha1', ownSha1);
export const sha256 = digest('sha256', ownSha256);
export const sha512 = digest('sha512', ownSha512);
