import { randomUUID } from 'node:crypto';
import { AppError } from '@acequia/base';
import { trialMs } from '@acequia/domain';
import { brokenConstraint } from '../../db/constraint.ts';
import type { GateDb } from '../../db/database.ts';
import { insertTenant } from './tenants.store.ts';

/** A name as a part of an address: small letters, digits and single dashes; `tenant` when nothing is left. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'tenant';

export interface NewTenant {
  readonly id: string;
  readonly slug: string;
}

export interface NewTenantOptions {
  readonly trial: boolean;
  readonly operator?: boolean;
}

/** A tenant that may use every cluster there is; with `trial` it is tried out from now on, with `operator` its owners run the installation. Throws WEB-00031 for a slug that another tenant has. */
export async function createTenant(
  gate: GateDb,
  name: string,
  now: number,
  { trial, operator = false }: NewTenantOptions,
): Promise<NewTenant> {
  const tenant = { id: randomUUID(), slug: slugOf(name), name, createdAt: now, trialEndsAt: trial ? now + trialMs : null, operator };
  try {
    await insertTenant(gate, tenant);
  } catch (error) {
    if (brokenConstraint(error) === 'tenants_slug_key') throw new AppError('WEB-00031', { cause: error, fields: { name: 'taken' } });
    throw error;
  }
  return tenant;
}
