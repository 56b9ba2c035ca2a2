import { AppError, createId, type Random } from '@acequia/base';
import type { Secret, Usages } from '@acequia/contract';
import { nameTaken } from '../../db/constraint.ts';
import { nameKey, secretFaults, type EnteredSecret } from '@acequia/domain';
import type { TenantTx } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import { assertPair, checkCertificates } from './certificate-check.ts';
import { presentSecret, presentUsages } from './secrets.present.ts';
import { SecretUnreadable, type SecretVault } from './secret-vault.ts';
import {
  findSecret,
  lockSecret,
  insertSecret,
  readSecrets,
  readSecretsById,
  readUsages,
  removeSecret,
  updateSecret,
  type SecretRow,
} from './secrets.store.ts';

interface SecretText {
  readonly name: string;
  readonly description: string;
  readonly tags: string[];
}

export interface SecretsService {
  list(scope: TenantScope): Promise<Secret[]>;
  create(scope: TenantScope, input: SecretText & { readonly value: string; readonly expirationDate: number }): Promise<Secret>;
  update(
    scope: TenantScope,
    input: SecretText & {
      readonly id: string;
      readonly active: boolean;
      readonly expirationDate: number;
      readonly value?: string | undefined;
    },
  ): Promise<Secret>;
  deleteSecret(scope: TenantScope, id: string): Promise<Record<never, never>>;
  getUsages(scope: TenantScope, id: string): Promise<Usages>;
  /** Of all secrets of the tenant. */
  ids(scope: Pick<TenantScope, 'tx'>): Promise<ReadonlySet<string>>;
  /** Throws ACQ-CONFIG when one of them is not a secret of the tenant. */
  requireAll(scope: TenantScope, ids: readonly string[]): Promise<void>;
  /** Throws ACQ-PEM-PAIR when the secrets of a certificate and its key in a configuration do not belong together. */
  assertPairs(scope: TenantScope, config: Readonly<Record<string, unknown>>): Promise<void>;
  /** Values of active secrets by id; unknown and inactive ones are left out, and unreadable ones, each of which is reported. Never for an answer to a user. */
  openValues(
    tx: TenantTx,
    ids: readonly string[],
    onUnreadable?: (id: string, error: SecretUnreadable) => void,
  ): Promise<Record<string, string>>;
}

export function createSecretsService(vault: SecretVault, random: Random): SecretsService {
  const present = async (scope: TenantScope, row: SecretRow) => presentSecret(row, await memberNames(scope));
  const requireBy = (find: typeof findSecret) => async (scope: TenantScope, id: string) => {
    const row = await find(scope.tx, id);
    if (!row) throw new AppError('ACQ-NOT-FOUND');
    scope.subject(row.name);
    return row;
  };
  /** For a read, and for a change. */
  const [look, require] = [requireBy(findSecret), requireBy(lockSecret)];
  const missingOf = async (scope: TenantScope, ids: readonly string[]) => {
    const known = new Set((await readSecretsById(scope.tx, ids)).map((row) => row.id));
    return ids.filter((id) => !known.has(id));
  };
  return {
    list: async (scope) => {
      const names = await memberNames(scope);
      return (await readSecrets(scope.tx)).map((row) => presentSecret(row, names));
    },
    create: async (scope, input) => {
      assertFit(input, scope.now);
      const { expirationDate } = input;
      const id = createId('secret', random);
      const row: SecretRow = {
        tenantId: scope.tenantId,
        id,
        name: input.name,
        description: input.description,
        tags: input.tags,
        active: true,
        expiresAt: expirationDate,
        nameKey: nameKey(input.name),
        certificateEndsAt: checkCertificates(input.value, scope.now),
        valueVersion: 1,
        sealedValue: await vault.seal(scope.tx, scope.tenantId, id, 1, input.value),
        createdAt: scope.now,
        updatedAt: scope.now,
        createdBy: scope.userId,
        updatedBy: scope.userId,
      };
      await insertSecret(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'secret', id);
      return present(scope, row);
    },
    update: async (scope, input) => {
      const before = await require(scope, input.id);
      const moved = input.expirationDate === before.expiresAt ? undefined : input.expirationDate;
      assertFit({ ...input, value: input.value, expirationDate: moved }, scope.now);
      const sameName = nameKey(input.name) === nameKey(before.name);
      const valueVersion = input.value === undefined ? before.valueVersion : before.valueVersion + 1;
      const sealedValue =
        input.value === undefined ? before.sealedValue : await vault.seal(scope.tx, scope.tenantId, before.id, valueVersion, input.value);
      const row: SecretRow = {
        ...before,
        name: input.name,
        description: input.description,
        tags: input.tags,
        active: input.active,
        expiresAt: input.expirationDate,
        nameKey: sameName ? before.nameKey : nameKey(input.name),
        certificateEndsAt: input.value === undefined ? before.certificateEndsAt : checkCertificates(input.value, scope.now),
        valueVersion,
        sealedValue,
        updatedAt: scope.now,
        updatedBy: scope.userId,
      };
      await updateSecret(scope.tx, row).catch(asNameTaken);
      await writeChange(scope, 'secret', row.id);
      return present(scope, row);
    },
    deleteSecret: async (scope, id) => {
      await require(scope, id);
      const { totalUsages } = presentUsages(await readUsages(scope.tx, id));
      if (totalUsages > 0) throw new AppError('ACQ-IN-USE', { fields: { count: totalUsages } });
      await removeSecret(scope.tx, id);
      await writeChange(scope, 'secret', id);
      return {};
    },
    getUsages: async (scope, id) => {
      await look(scope, id);
      return presentUsages(await readUsages(scope.tx, id));
    },
    ids: async (scope) => new Set((await readSecrets(scope.tx)).map((row) => row.id)),
    requireAll: async (scope, ids) => {
      const missing = await missingOf(scope, ids);
      if (missing.length > 0) throw new AppError('ACQ-CONFIG', { fields: { secret: missing.join(', ') } });
    },
    assertPairs: async (scope, config) => {
      for (const names of certificatePairs) {
        const [certificate, key] = names.map((name) => config[name]);
        if (typeof certificate !== 'string' || typeof key !== 'string') continue;
        const rows = new Map((await readSecretsById(scope.tx, [certificate, key])).map((row) => [row.id, row]));
        const valueOf = async (id: string): Promise<string> => {
          const row = rows.get(id);
          return row ? vault.open(scope.tx, row) : '';
        };
        assertPair(await valueOf(certificate), await valueOf(key));
      }
    },
    openValues: async (tx, ids, onUnreadable) => {
      const rows = (await readSecretsById(tx, ids)).filter((row) => row.active);
      const values: Record<string, string> = {};
      for (const row of rows)
        try {
          values[row.id] = await vault.open(tx, row);
        } catch (error) {
          if (!(error instanceof SecretUnreadable)) throw error;
          onUnreadable?.(row.id, error);
        }
      return values;
    },
  };
}

function assertFit(entered: EnteredSecret, now: number): void {
  const [first] = Object.entries(secretFaults(entered, now));
  if (first) throw new AppError(first[1], { fields: { [first[0]]: first[1] } });
}

/** Fields of the groups `tls-server` and `tls-client` that belong together. */
const certificatePairs = [
  ['certificate', 'privateKey'],
  ['clientCertificate', 'clientKey'],
] as const;

const asNameTaken = nameTaken('secrets_name', 'WEB-00031');
