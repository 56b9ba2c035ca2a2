import { sha1 } from './digests.ts';
import { bytesOfHex, hexOf, utf8 } from './bytes.ts';

const namespaces: Readonly<Record<string, string>> = {
  dns: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  url: '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
  oid: '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
  x500: '6ba7b814-9dad-11d1-80b4-00c04fd430c8',
};

/** UUID version 5 (RFC 9562); the namespace is a UUID or `dns` `url` `oid` `x500`. Undefined when it is neither. */
export function uuid5(namespace: string, name: string): string | undefined {
  const key = namespace.toLowerCase();
  const space = Object.hasOwn(namespaces, key) ? namespaces[key]! : key;
  if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(space)) return undefined;
  const bytes = sha1(new Uint8Array([...bytesOfHex(space.replaceAll('-', ''))!, ...utf8(name)])).slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = hexOf(bytes);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
