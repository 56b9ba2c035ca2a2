import { AppError } from '@acequia/base';
import { memberNames } from './modules/tenants/tenants.service.ts';
import type { TenantScope } from './tenant-scope.ts';

interface Revised {
  readonly revision: number;
  readonly updatedBy: string;
  readonly updatedAt: number;
}

/** Throws ACQ-CONFLICT, with who changed it when, unless what a user edited is still the newest. */
export async function assertRevision(scope: TenantScope, stored: Revised, edited: number): Promise<void> {
  if (stored.revision === edited) return;
  const by = (await memberNames(scope))(stored.updatedBy);
  throw new AppError('ACQ-CONFLICT', { fields: { revision: stored.revision, by, at: stored.updatedAt } });
}
