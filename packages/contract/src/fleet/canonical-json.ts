import { createHash } from 'node:crypto';
import type { Deployment } from '@acequia/pipeline';

/** JSON with members in code-point order and without spaces: equal values give equal bytes. Members that are `undefined` are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((member) => canonicalJson(member ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}

/** SHA-256 in hex of the canonical JSON. */
export const contentHash = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** The hash a deployment must carry. */
export function deploymentHash(deployment: Omit<Deployment, 'hash'> & { readonly hash?: string }): string {
  return contentHash({ ...deployment, hash: undefined });
}
