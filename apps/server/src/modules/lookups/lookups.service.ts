import { createHash } from 'node:crypto';
import { AppError, createId, hourMs, type Random } from '@acequia/base';
import { lookupPartBytesMax, type Lookup, type LookupVersion } from '@acequia/contract';
import { inspectTable, type LookupFault, type TableFacts } from '@acequia/lookup';
import type { DeployedLookup } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { nameTaken } from '../../db/constraint.ts';
import type { Database, TenantTx } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { dependentsOf, releaseDependents } from '../pipelines/dependents.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { lookupUses, type LookupUse } from './lookup-uses.ts';
import { presentLookup, presentVersion } from './lookups.present.ts';
import {
  findLookup,
  findVersion,
  insertLookup,
  insertVersion,
  putPart,
  readAbandoned,
  readActiveVersions,
  readDeployed,
  readLookups,
  readPart,
  readPartNumbers,
  readUsingDocuments,
  readVersions,
  removeLookup,
  removeParts,
  updateLookup,
  updateVersion,
  type LookupRow,
  type LookupVersionRow,
} from './lookups.store.ts';

export interface NewLookup {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
  readonly format: 'csv' | 'json-lines';
  readonly separator: ',' | ';' | '\t' | null;
  readonly keyColumn: string;
}

interface VersionName {
  readonly id: string;
  readonly number: number;
}

export interface LookupsService {
  list(scope: TenantScope): Promise<Lookup[]>;
  create(scope: TenantScope, input: NewLookup): Promise<Lookup>;
  update(scope: TenantScope, input: Pick<NewLookup, 'name' | 'description' | 'tags'> & { readonly id: string }): Promise<Lookup>;
  remove(scope: TenantScope, id: string, confirmed: boolean): Promise<Record<never, never>>;
  listVersions(scope: TenantScope, id: string): Promise<LookupVersion[]>;
  createVersion(scope: TenantScope, id: string): Promise<LookupVersion>;
  putPart(scope: TenantScope, input: VersionName & { readonly part: number; readonly content: string }): Promise<Record<never, never>>;
  finishVersion(scope: TenantScope, input: VersionName): Promise<LookupVersion>;
  activateVersion(scope: TenantScope, input: VersionName): Promise<LookupVersion>;
  deleteVersion(scope: TenantScope, input: VersionName): Promise<Record<never, never>>;
  /** Ids of the tenant's lookups. */
  ids(scope: Pick<TenantScope, 'tx'>): Promise<ReadonlySet<string>>;
  /** What workers need for these uses. */
  deployed(tx: TenantTx, tenantId: string, uses: readonly LookupUse[]): Promise<DeployedLookup[]>;
  /** The file of a version in pieces, each in a transaction of its own. */
  file(database: Pick<Database, 'withTenant'>, tenantId: string, versionId: string): AsyncIterable<Buffer>;
}

/** An upload that nobody has gone on with for so long is taken away. */
const abandonedMs = 24 * hourMs;

export function createLookupsService(catalogue: Pick<Catalogue, 'action'>, random: Random): LookupsService {
  const require = async (scope: TenantScope, id: string): Promise<LookupRow> => {
    const row = await findLookup(scope.tx, id);
    if (!row) throw new AppError('ACQ-NOT-FOUND');
    scope.subject(row.name);
    return row;
  };
  const requireVersion = async (
    scope: TenantScope,
    { id, number }: VersionName,
    statuses: readonly LookupVersionRow['status'][],
  ): Promise<{ lookup: LookupRow; version: LookupVersionRow }> => {
    const lookup = await require(scope, id);
    const version = await findVersion(scope.tx, id, number);
    if (!version) throw new AppError('ACQ-NOT-FOUND');
    scope.subject(`${lookup.name} ${number}`);
    if (!statuses.includes(version.status)) throw new AppError('ACQ-CONFIG', { fields: { number, status: version.status } });
    return { lookup, version };
  };
  const present = async (scope: TenantScope, row: LookupVersionRow) => presentVersion(row, await memberNames(scope));
  /** Puts a version in force in the place of the one before. */
  const activate = async (scope: TenantScope, lookup: LookupRow, version: LookupVersionRow): Promise<LookupVersionRow> => {
    const before = lookup.activeNumber === null ? undefined : await findVersion(scope.tx, lookup.id, lookup.activeNumber);
    if (before && before.id !== version.id) await updateVersion(scope.tx, { ...before, status: 'inactive' });
    const active: LookupVersionRow = { ...version, status: 'active' };
    await updateVersion(scope.tx, active);
    await updateLookup(scope.tx, { ...lookup, activeNumber: version.number, updatedAt: scope.now, updatedBy: scope.userId });
    await writeChange(scope, 'lookup', lookup.id);
    return active;
  };
  return {
    list: async (scope) => {
      const names = await memberNames(scope);
      const active = new Map((await readActiveVersions(scope.tx)).map((version) => [version.lookupId, version]));
      const usedBy = await dependentsOf(scope, 'lookup');
      return (await readLookups(scope.tx)).map((row) => presentLookup(row, active.get(row.id), usedBy(row.id), names));
    },
    create: async (scope, input) => {
      const row: LookupRow = {
        tenantId: scope.tenantId,
        id: createId('lookup', random),
        name: input.name,
        description: input.description,
        tags: input.tags,
        format: input.format,
        separator: input.separator,
        keyColumn: input.keyColumn,
        lastNumber: 0,
        activeNumber: null,
        createdAt: scope.now,
        updatedAt: scope.now,
        createdBy: scope.userId,
        updatedBy: scope.userId,
      };
      await insertLookup(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'lookup', row.id);
      return presentLookup(row, undefined, [], await memberNames(scope));
    },
    update: async (scope, { id, name, description, tags }) => {
      const before = await require(scope, id);
      const row: LookupRow = { ...before, name, description, tags, updatedAt: scope.now, updatedBy: scope.userId };
      await updateLookup(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'lookup', id);
      const active = row.activeNumber === null ? undefined : await findVersion(scope.tx, id, row.activeNumber);
      return presentLookup(row, active, (await dependentsOf(scope, 'lookup', [id]))(id), await memberNames(scope));
    },
    remove: async (scope, id, confirmed) => {
      const row = await require(scope, id);
      await releaseDependents(scope, 'lookup', row, confirmed);
      await removeLookup(scope.tx, id);
      await writeChange(scope, 'lookup', id);
      return {};
    },
    listVersions: async (scope, id) => {
      await require(scope, id);
      const names = await memberNames(scope);
      return (await readVersions(scope.tx, id)).map((row) => presentVersion(row, names));
    },
    createVersion: async (scope, id) => {
      const lookup = await require(scope, id);
      await dropAbandoned(scope);
      const version: LookupVersionRow = {
        tenantId: scope.tenantId,
        id: createId('lookupVersion', random),
        lookupId: id,
        number: lookup.lastNumber + 1,
        status: 'processing',
        columns: [],
        rowCount: 0,
        byteCount: 0,
        sha256: '',
        fault: null,
        createdAt: scope.now,
        createdBy: scope.userId,
      };
      await insertVersion(scope.tx, version);
      await updateLookup(scope.tx, { ...lookup, lastNumber: version.number });
      await writeChange(scope, 'lookup', id);
      return present(scope, version);
    },
    putPart: async (scope, input) => {
      const { version } = await requireVersion(scope, input, ['processing']);
      const content = Buffer.from(input.content, 'base64');
      if (content.length === 0 || content.length > lookupPartBytesMax)
        throw new AppError('ACQ-CONFIG', { fields: { content: content.length } });
      await putPart(scope.tx, { tenantId: scope.tenantId, lookupVersionId: version.id, part: input.part, content });
      return {};
    },
    finishVersion: async (scope, input) => {
      const { lookup, version } = await requireVersion(scope, input, ['processing']);
      const parts = await readPartNumbers(scope.tx, version.id);
      const gap = parts.findIndex((part, index) => part !== index);
      if (gap >= 0) throw new AppError('ACQ-CONFIG', { fields: { part: gap } });
      const read = await readFile(scope.tx, lookup, version.id, parts.length);
      if ('fault' in read) {
        const { code, ...fields } = read.fault;
        const failed: LookupVersionRow = { ...version, status: 'failed', byteCount: read.bytes, fault: { code, fields } };
        await updateVersion(scope.tx, failed);
        await removeParts(scope.tx, [version.id]);
        await writeChange(scope, 'lookup', lookup.id);
        return present(scope, failed);
      }
      const whole = { ...version, columns: [...read.facts.columns], rowCount: read.facts.rows, byteCount: read.bytes, sha256: read.sha256 };
      return present(scope, await activate(scope, lookup, whole));
    },
    activateVersion: async (scope, input) => {
      const { lookup, version } = await requireVersion(scope, input, ['active', 'inactive']);
      return present(scope, await activate(scope, lookup, version));
    },
    deleteVersion: async (scope, input) => {
      const { lookup, version } = await requireVersion(scope, input, ['processing', 'inactive', 'failed']);
      const kept = (await readUsingDocuments(scope.tx, lookup.id)).some(
        ({ document, status }) =>
          status !== 'archived' && lookupUses(document, catalogue).some((use) => use.id === lookup.id && use.fixed === input.number),
      );
      if (kept) {
        const usedBy = (await dependentsOf(scope, 'lookup', [lookup.id]))(lookup.id);
        throw new AppError('ACQ-IN-USE', { fields: { count: usedBy.length, pipelines: usedBy.map(({ name }) => name).join(', ') } });
      }
      await removeParts(scope.tx, [version.id]);
      await updateVersion(scope.tx, { ...version, status: 'deleted' });
      await writeChange(scope, 'lookup', lookup.id);
      return {};
    },
    file: filePieces,
    ids: async (scope) => new Set((await readLookups(scope.tx)).map((row) => row.id)),
    deployed: async (tx, tenantId, uses) => {
      const { lookups, versions } = await readDeployed(tx, [...new Set(uses.map(({ id }) => id))]);
      return lookups.map(({ id, format, separator, keyColumn, activeNumber }) => {
        const fixed = new Set(uses.filter((use) => use.id === id).map((use) => use.fixed));
        return {
          id,
          tenantId,
          format,
          separator,
          keyColumn,
          activeNumber,
          versions: versions
            .filter((version) => version.lookupId === id && (version.number === activeNumber || fixed.has(version.number)))
            .map((version) => ({ id: version.id, number: version.number, bytes: version.byteCount, sha256: version.sha256 })),
        };
      });
    },
  };
}

async function* filePieces(database: Pick<Database, 'withTenant'>, tenantId: string, versionId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const content = await database.withTenant(tenantId, (tx) => readPart(tx, versionId, part));
    if (content === undefined) return;
    yield content;
  }
}

type FileRead = { readonly bytes: number } & ({ readonly facts: TableFacts; readonly sha256: string } | { readonly fault: LookupFault });

/** Reads the stored file once from beginning to end, a part at a time. */
async function readFile(tx: TenantTx, lookup: LookupRow, versionId: string, parts: number): Promise<FileRead> {
  const inspector = inspectTable({ format: lookup.format, separator: lookup.separator ?? undefined, keyColumn: lookup.keyColumn });
  const hash = createHash('sha256');
  let bytes = 0;
  for (let part = 0; part < parts; part += 1) {
    const content = (await readPart(tx, versionId, part)) ?? Buffer.alloc(0);
    bytes += content.length;
    hash.update(content);
    if (!inspector.push(content)) break;
  }
  const facts = inspector.finish();
  return facts.ok ? { bytes, facts: facts.value, sha256: hash.digest('hex') } : { bytes, fault: facts.error };
}

async function dropAbandoned(scope: TenantScope): Promise<void> {
  const abandoned = await readAbandoned(scope.tx, scope.now - abandonedMs);
  if (abandoned.length === 0) return;
  await removeParts(
    scope.tx,
    abandoned.map(({ id }) => id),
  );
  for (const version of abandoned) await updateVersion(scope.tx, { ...version, status: 'deleted' });
}

const asNameTaken = nameTaken('lookups_name', 'WEB-00031');
