import { AppError } from '@acequia/base';
import type { Feature } from '@acequia/domain';
import type { GateDb } from '../../db/database.ts';
import { writeFeatures } from './tenants.store.ts';

/** The tenant has exactly these parts of the product from now on. Throws ACQ-NOT-FOUND. */
export async function switchFeatures(gate: GateDb, slug: string, features: readonly Feature[]): Promise<void> {
  if (!(await writeFeatures(gate, slug, features))) throw new AppError('ACQ-NOT-FOUND');
}
