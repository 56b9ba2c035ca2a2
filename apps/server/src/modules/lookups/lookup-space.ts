import { AppError, MB } from '@acequia/base';
import type { TenantTx } from '../../db/database.ts';
import { readStoredBytes } from './lookups.store.ts';

/**
 * Throws `code` when the files of the tenant's lookups, with `bytes` more, would take more than `bytesMax`. Parts that are stored at the
 * same moment may together go over it by their own size.
 */
export async function assertLookupSpace(
  tx: TenantTx,
  bytes: number,
  bytesMax: number,
  code: 'ACQ-LOOKUP-SPACE' | 'LOOKUP_SPACE' = 'ACQ-LOOKUP-SPACE',
): Promise<void> {
  const used = await readStoredBytes(tx);
  if (used + bytes > bytesMax) throw new AppError(code, { fields: { usedMB: Math.ceil(used / MB), maxMB: Math.floor(bytesMax / MB) } });
}
