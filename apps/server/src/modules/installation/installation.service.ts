import { AppError, type Clock } from '@acequia/base';
import type { EgressRule, InstallationEgress } from '@acequia/contract';
import { egressOfTenant, type ClusterEgress } from '@acequia/pipeline';
import { isEgressHost, type EgressPolicy } from '@acequia/wire';
import type { Along, GateDb } from '../../db/database.ts';
import { egressPolicyOf, isPrivateOpen, type EgressMode } from './egress-policy.ts';
import { changeEveryCluster, lockEgress, readEgress, readTenantNames, writeEgress, writeOperator } from './installation.store.ts';

export interface EgressChange {
  readonly loopback: boolean;
  readonly rules: readonly EgressRule[];
}

/** Where the parts of the installation may call, as the environment and the operator say. */
export interface Installation {
  /** Of workers, for every tenant. */
  clusterEgress(): Promise<ClusterEgress>;
  /** Of the server, when it calls for a tenant. */
  egressOf(tenantId: string): Promise<EgressPolicy>;
  getEgress(): Promise<InstallationEgress>;
  /** Workers get it at once; `along` is committed with it. Throws ACQ-EGRESS-ADDRESS. */
  updateEgress(change: EgressChange, along: Along): Promise<InstallationEgress>;
  /**
   * In the transaction that makes a tenant. Throws ACQ-EGRESS-RULES when it is the second one and nobody has said which private
   * addresses organizations may call: until then they are open to the first.
   */
  assertTenantFits(tx: GateDb): Promise<void>;
  /** In the transaction that makes or removes a demo: workers get what it may call. */
  tellWorkers(tx: GateDb): Promise<void>;
  /** The owners of a tenant run the installation, or no more; `along` is committed with it. Throws ACQ-NOT-FOUND. */
  setOperator(slug: string, operator: boolean, along: Along): Promise<void>;
}

export interface InstallationDeps {
  readonly gate: GateDb;
  /** Of the environment. */
  readonly mode: EgressMode;
  /** Doors of the installation: `host:port`, or `local:port` for every address of this machine. */
  readonly own: () => readonly string[];
  readonly clock: Clock;
  /** Called after each commit. */
  readonly committed: () => void;
}

export function createInstallation({ gate, mode, own, clock, committed }: InstallationDeps): Installation {
  const clusterEgress = async () => egressPolicyOf(mode, await readEgress(gate), own());
  const present = async (db: GateDb): Promise<InstallationEgress> => {
    const row = await readEgress(db);
    return {
      mode,
      private: isPrivateOpen(mode, row) ? 'open' : 'rules',
      loopback: row.loopback,
      rules: row.rules && [...row.rules],
      tenants: await readTenantNames(db),
    };
  };
  return {
    clusterEgress,
    egressOf: async (tenantId) => egressOfTenant(await clusterEgress(), tenantId),
    getEgress: () => present(gate),
    updateEgress: async ({ loopback, rules }, along) => {
      const known = new Set((await readTenantNames(gate)).map(({ id }) => id));
      for (const [index, { address, tenantId }] of rules.entries()) {
        if (!isEgressHost(address)) throw new AppError('ACQ-EGRESS-ADDRESS', { fields: { rule: index, address } });
        if (tenantId !== null && !known.has(tenantId)) throw new AppError('ACQ-NOT-FOUND');
      }
      const answer = await gate.transaction(async (tx) => {
        await lockEgress(tx);
        await writeEgress(tx, { loopback, rules: distinct(rules) });
        await changeEveryCluster(tx, clock.now());
        const answer = await present(tx);
        await along(tx);
        return answer;
      });
      committed();
      return answer;
    },
    assertTenantFits: async (tx) => {
      const { tenants, rules } = await lockEgress(tx);
      if (tenants === 1 && mode === 'open' && rules === null) throw new AppError('ACQ-EGRESS-RULES');
      await changeEveryCluster(tx, clock.now());
    },
    tellWorkers: (tx) => changeEveryCluster(tx, clock.now()),
    setOperator: (slug, operator, along) =>
      gate.transaction(async (tx) => {
        if (!(await writeOperator(tx, slug, operator))) throw new AppError('ACQ-NOT-FOUND');
        await along(tx);
      }),
  };
}

/** Each once, as the guard compares them. */
function distinct(rules: readonly EgressRule[]): EgressRule[] {
  const found = new Map<string, EgressRule>();
  for (const rule of rules) {
    const plain = { ...rule, address: rule.address.toLowerCase() };
    found.set(JSON.stringify([plain.address, plain.port, plain.tenantId]), plain);
  }
  return [...found.values()];
}
