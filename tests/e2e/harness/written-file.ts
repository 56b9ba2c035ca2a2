import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The file of a name in the only tenant's folder below a file root; a path where nothing is before the tenant has written any. */
export function writtenFile(root: string, name: string): string {
  const tenants = existsSync(root) ? readdirSync(root).filter((entry) => !entry.startsWith('.')) : [];
  if (tenants.length > 1) throw new Error(`${root} has files of ${tenants.length} tenants`);
  return join(root, tenants[0] ?? 'none', name);
}
