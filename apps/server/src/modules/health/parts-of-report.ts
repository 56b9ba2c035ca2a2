import type { HealthPart, Reason } from '@acequia/contract';
import type { Report } from '@acequia/contract/fleet';
import type { Deployment } from '@acequia/pipeline';

/** What a report says of one part; without what only the server knows. */
export interface ReportedPart extends Omit<HealthPart, 'since' | 'lastError' | 'lastErrorAt' | 'workerId' | 'clusterId'> {
  /** When its last attempt failed, ms since 1970; absent when its worker does not tell. */
  readonly failedAt?: number | undefined;
}

type DeploymentFault = NonNullable<Report['deployment']>['faults'][number];

/** Of what runs now, whatever deployment it came with: nothing of the pipeline is delivered. */
const laneDied = 'LANE_DIED';

const none = { pipelineId: '', node: '', waitingEvents: 0, waitingBytes: 0, keptBytes: 0, undeliveredBytes: 0, limitBytes: 0 };

/**
 * A report's parts by tenant. What it says nothing of is still starting, and has none: a listener, and, until the worker has applied a
 * deployment, a pipeline. What no tenant of the deployment runs is left out.
 */
export function partsOfReport(deployment: Deployment, report: Report): ReadonlyMap<string, readonly ReportedPart[]> {
  const parts = new Map<string, ReportedPart[]>();
  const add = (tenantId: string, part: ReportedPart) => parts.set(tenantId, [...(parts.get(tenantId) ?? []), part]);
  const metIn = (tenantId: string) =>
    report.deployment?.hash === deployment.hash && !report.deployment.pending?.includes(tenantId) ? report.deployment.faults : [];
  for (const { id, tenantId } of deployment.listeners) {
    const word = report.listeners.find((each) => each.id === id);
    const fault = metIn(tenantId).find((each) => each.kind === 'listener' && each.id === id)?.reason;
    if (!word && !fault) continue;
    const failed = word ? word.state === 'error' : true;
    const reason: Reason | null = word ? word.reason : (fault ?? null);
    const held = report.journals?.find((each) => each.listenerId === id);
    const { keptBytes = 0, undeliveredBytes = 0, limitBytes = 0, oldestMs: oldestAt = null } = held ?? {};
    const sizes = { keptBytes, undeliveredBytes, limitBytes, oldestAt, refusals: word?.refusals ?? null };
    add(tenantId, { ...none, kind: 'listener', id, state: failed ? 'error' : 'running', reason, ...sizes });
  }
  const waiting = new Set(report.deployment?.hash === deployment.hash ? report.deployment.waiting : []);
  for (const { id, versionId, tenantId } of deployment.pipelines) {
    if (waiting.has(tenantId)) {
      add(tenantId, { ...none, kind: 'pipeline', id, state: 'waiting', reason: { code: 'LOOKUP_UNDER_WAY', fields: {} } });
      continue;
    }
    const isOf = (each: DeploymentFault) => each.kind === 'pipeline' && (each.id === id || each.id === versionId);
    const fault = (metIn(tenantId).find(isOf) ?? report.deployment?.faults.find((each) => isOf(each) && each.reason.code === laneDied))
      ?.reason;
    if (!report.deployment && !report.branches.some((each) => each.versionId === versionId)) continue;
    const waitingAt = report.branches.find((each) => each.versionId === versionId && each.state === 'waiting');
    const state = fault ? 'error' : waitingAt ? 'waiting' : 'running';
    add(tenantId, { ...none, kind: 'pipeline', id, state, reason: fault ?? waitingAt?.reason ?? null });
  }
  for (const { lookupId: id, tenantId, reason } of report.lookupFaults ?? []) {
    const isDeployed = deployment.lookups?.some((lookup) => lookup.id === id && lookup.tenantId === tenantId);
    if (isDeployed) add(tenantId, { ...none, kind: 'lookup', id, state: 'error', reason });
  }
  for (const [tenantId, branches] of branchesByTenant(deployment, report)) for (const branch of branches) add(tenantId, branch);
  return parts;
}

/** While a version is replaced, a node has two branches: the new one speaks for it, and what waits in both is summed. */
function branchesByTenant(deployment: Deployment, report: Report): ReadonlyMap<string, readonly ReportedPart[]> {
  const tenantOf = new Map(deployment.pipelines.map(({ id, tenantId }) => [id, tenantId]));
  const parts = new Map<string, Map<string, ReportedPart>>();
  const draining = (each: Report['branches'][number]) => Number(each.state === 'draining');
  for (const branch of report.branches.toSorted((a, b) => draining(a) - draining(b))) {
    const { pipelineId, node, datasinkId, state, reason, queuedEvents, queuedBytes, oldestMs, failedAt, nextTryAt } = branch;
    const tenantId = tenantOf.get(pipelineId);
    if (tenantId === undefined) continue;
    const own = parts.get(tenantId) ?? new Map<string, ReportedPart>();
    const key = `${pipelineId} ${node} ${datasinkId}`;
    const known = own.get(key) ?? { ...none, kind: 'datasink', id: datasinkId, pipelineId, node, state, reason, failedAt, nextTryAt };
    parts.set(
      tenantId,
      own.set(key, {
        ...known,
        waitingEvents: known.waitingEvents + queuedEvents,
        waitingBytes: known.waitingBytes + queuedBytes,
        oldestAt: earliest(known.oldestAt, oldestMs),
      }),
    );
  }
  return new Map([...parts].map(([tenantId, own]) => [tenantId, [...own.values()]]));
}

function earliest(...moments: readonly (number | null | undefined)[]): number | null {
  const known = moments.filter((moment) => typeof moment === 'number');
  return known.length > 0 ? Math.min(...known) : null;
}
