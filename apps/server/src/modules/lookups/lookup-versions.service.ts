import { AppError, type Random } from '@acequia/base';
import { lookupFileEndings, lookupPartBytesMax, type LookupActivation, type LookupRows, type LookupVersion } from '@acequia/contract';
import type { RowPlace } from '@acequia/lookup';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { TenantTx } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { dependentsOf } from '../pipelines/dependents.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { readActivations } from './activations.store.ts';
import { assertLookupSpace } from './lookup-space.ts';
import { isBeingChecked, presentActivation, presentVersion } from './lookups.present.ts';
import { requireLookup } from './lookups.service.ts';
import {
  findVersion,
  putPart,
  findLookup,
  readPart,
  readPartSizes,
  readVersions,
  updateVersion,
  type LookupRow,
  type LookupVersionRow,
} from './lookups.store.ts';
import { readRows } from './stored-file.ts';
import { activate, beginVersion, dropAbandoned, dropVersion, fixedNumbers } from './version-life.ts';

export interface VersionName {
  readonly id: string;
  readonly number: number;
}

interface Named {
  readonly lookup: LookupRow;
  readonly version: LookupVersionRow;
}

export interface LookupVersionsService {
  listVersions(scope: TenantScope, id: string): Promise<LookupVersion[]>;
  listActivations(scope: TenantScope, id: string): Promise<LookupActivation[]>;
  findVersion(scope: TenantScope, input: VersionName): Promise<LookupVersion>;
  /** `bytes`: of the file that follows. Throws ACQ-LOOKUP-SPACE, and ACQ-CONFIG for a file of another format. */
  createVersion(
    scope: TenantScope,
    input: { readonly id: string; readonly fileName?: string | undefined; readonly bytes?: number | undefined },
  ): Promise<LookupVersion>;
  putPart(scope: TenantScope, input: VersionName & { readonly part: number; readonly content: string }): Promise<Record<never, never>>;
  /** Closes the upload: no part of it changes any more, and its check begins. */
  finishVersion(scope: TenantScope, input: VersionName): Promise<LookupVersion>;
  activateVersion(scope: TenantScope, input: VersionName): Promise<LookupVersion>;
  deleteVersion(scope: TenantScope, input: VersionName): Promise<Record<never, never>>;
  getRows(scope: TenantScope, input: VersionName & RowPlace & { readonly search: string }): Promise<LookupRows>;
  getPart(scope: TenantScope, input: VersionName & { readonly part: number }): Promise<{ content: string; parts: number }>;
}

const withFile = ['active', 'inactive'] as const;

/** `bytesMax`: of all files of a tenant. */
export function createLookupVersionsService(catalogue: Pick<Catalogue, 'action'>, random: Random, bytesMax: number): LookupVersionsService {
  const present = async (scope: TenantScope, row: LookupVersionRow) => presentVersion(row, await memberNames(scope));
  return {
    listVersions: async (scope, id) => {
      if (!(await findLookup(scope.tx, id))) throw new AppError('ACQ-NOT-FOUND');
      const names = await memberNames(scope);
      return (await readVersions(scope.tx, id)).map((row) => presentVersion(row, names));
    },
    listActivations: async (scope, id) => {
      if (!(await findLookup(scope.tx, id))) throw new AppError('ACQ-NOT-FOUND');
      const names = await memberNames(scope);
      return (await readActivations(scope.tx, [id])).map((row) => presentActivation(row, names));
    },
    findVersion: async (scope, { id, number }) => {
      const version = await findVersion(scope.tx, id, number);
      if (!version) throw new AppError('ACQ-NOT-FOUND');
      return present(scope, version);
    },
    createVersion: async (scope, { id, fileName, bytes = 1 }) => {
      const lookup = await requireLookup(scope, id);
      const endings: readonly string[] = lookupFileEndings[lookup.format];
      if (fileName !== undefined && !endings.some((ending) => fileName.toLowerCase().endsWith(ending)))
        throw new AppError('ACQ-CONFIG', { fields: { fileName: endings.join(' ') } });
      await dropAbandoned(scope);
      await assertLookupSpace(scope.tx, bytes, bytesMax);
      return present(scope, await beginVersion(scope, lookup, { random, refreshed: false }));
    },
    putPart: async (scope, input) => {
      const { version } = await requireVersion(scope, input, ['processing']);
      if (version.sealedAt !== null) throw new AppError('ACQ-CONFIG', { fields: { number: input.number, status: 'reading' } });
      const content = Buffer.from(input.content, 'base64');
      if (content.length === 0 || content.length > lookupPartBytesMax)
        throw new AppError('ACQ-CONFIG', { fields: { content: content.length } });
      await assertLookupSpace(scope.tx, content.length, bytesMax);
      await putPart(scope.tx, { tenantId: scope.tenantId, lookupVersionId: version.id, part: input.part, content });
      return {};
    },
    finishVersion: async (scope, input) => {
      const { version } = await requireVersion(scope, input, ['processing']);
      if (version.refreshed) throw new AppError('ACQ-CONFIG', { fields: { number: input.number, status: 'reading' } });
      if (isBeingChecked(version)) return present(scope, version);
      const parts = await readPartSizes(scope.tx, version.id);
      const gap = parts.findIndex(({ part }, index) => part !== index);
      if (gap !== -1) throw new AppError('ACQ-CONFIG', { fields: { part: gap } });
      const whole = { ...version, sealedAt: scope.now, byteCount: parts.reduce((sum, { bytes }) => sum + bytes, 0) };
      await updateVersion(scope.tx, whole);
      await writeChange(scope, 'lookup', input.id);
      return present(scope, whole);
    },
    activateVersion: async (scope, input) => {
      const { lookup, version } = await requireVersion(scope, input, withFile);
      return present(scope, await activate(scope, lookup, version));
    },
    deleteVersion: async (scope, input) => {
      const { lookup, version } = await requireVersion(scope, input, ['processing', 'inactive', 'failed']);
      if ((await fixedNumbers(scope.tx, lookup.id, catalogue)).has(input.number)) {
        const usedBy = (await dependentsOf(scope, 'lookup', [lookup.id]))(lookup.id);
        throw new AppError('ACQ-IN-USE', { fields: { count: usedBy.length, pipelines: usedBy.map(({ name }) => name).join(', ') } });
      }
      await dropVersion(scope.tx, version);
      await writeChange(scope, 'lookup', lookup.id);
      return {};
    },
    getRows: async (scope, { search, row, at, ...name }) => {
      const { lookup, version } = await readableVersion(scope.tx, name);
      const sizes = await readPartSizes(scope.tx, version.id);
      const { columns, byteCount } = version;
      const file = { sizes, read: (part: number) => readPart(scope.tx, version.id, part) };
      const { rows, next } = await readRows(file, { lookup, columns, search, from: { row, at } });
      return { columns, rows: rows.map((each) => ({ ...each, cells: [...each.cells] })), next, bytes: byteCount };
    },
    getPart: async (scope, { part, ...name }) => {
      const { version } = await readableVersion(scope.tx, name);
      const content = await readPart(scope.tx, version.id, part);
      if (content === undefined) throw new AppError('ACQ-NOT-FOUND');
      return { content: content.toString('base64'), parts: (await readPartSizes(scope.tx, version.id)).length };
    },
  };
}

/** Locked; throws ACQ-NOT-FOUND, and ACQ-CONFIG when it is in none of these states. */
async function requireVersion(
  scope: TenantScope,
  { id, number }: VersionName,
  statuses: readonly LookupVersionRow['status'][],
): Promise<Named> {
  const lookup = await requireLookup(scope, id);
  const version = await findVersion(scope.tx, id, number);
  if (!version) throw new AppError('ACQ-NOT-FOUND');
  scope.subject(`${lookup.name} ${number}`);
  if (!statuses.includes(version.status)) throw new AppError('ACQ-CONFIG', { fields: { number, status: version.status } });
  return { lookup, version };
}

/** One whose file is there, without a lock. */
async function readableVersion(tx: TenantTx, { id, number }: VersionName): Promise<Named> {
  const lookup = await findLookup(tx, id);
  const version = await findVersion(tx, id, number);
  if (!lookup || !version) throw new AppError('ACQ-NOT-FOUND');
  if (version.status !== 'active' && version.status !== 'inactive')
    throw new AppError('ACQ-CONFIG', { fields: { number, status: version.status } });
  return { lookup, version };
}
