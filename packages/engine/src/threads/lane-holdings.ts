import type { JournalStreams } from '@acequia/journal';
import type { DeployedPipeline, Deployment } from '@acequia/pipeline';
import { textsIn } from '../apply/configuration-texts.ts';
import { listenerOf, readDeployed, storedVersions } from '../commit/records.ts';
import { tablesInUse } from '../epochs/tables-in-use.ts';
import type { EngineOptions } from '../options.ts';
import type { LaneHoldings } from './messages.ts';

/**
 * What a lane may know: the secrets that its own pipelines and their datasinks name, those still draining included, and the
 * deployment's tables.
 */
export function holdingsFor(
  options: Pick<EngineOptions, 'secret' | 'lookup'>,
  journal: JournalStreams,
  deployment: Deployment | undefined,
  listenerIds: ReadonlySet<string>,
): LaneHoldings {
  const ended = storedVersions(journal).flatMap((versionId) => readDeployed(journal, versionId) ?? []);
  const ours = ended.filter(({ pipeline }) => listenerIds.has(listenerOf(pipeline)));
  const pipelines = [
    ...(deployment?.pipelines ?? []),
    ...(deployment?.replays ?? []).map(({ pipeline }) => pipeline),
    ...ours.map(({ pipeline }) => pipeline),
  ];
  const datasinks = [...(deployment?.datasinks ?? []), ...ours.flatMap((version) => version.datasinks)];
  const secrets = new Map<string, readonly [string, string, string]>();
  for (const pipeline of pipelines) {
    const used = datasinkIdsOf(pipeline);
    const configurations = [pipeline.document, ...datasinks.filter(({ id }) => used.has(id))];
    for (const text of new Set(textsIn(configurations))) {
      const value = options.secret(text, pipeline.tenantId);
      if (value !== undefined) secrets.set(`${pipeline.tenantId} ${text}`, [pipeline.tenantId, text, value]);
    }
  }
  return { secrets: [...secrets.values()], lookups: lookupsFor(options, journal, deployment) };
}

/** The tables of the deployment, and those that blocks still to be run, or versions that keep to them, may ask for. */
export function lookupsFor(
  options: Pick<EngineOptions, 'lookup'>,
  journal: JournalStreams,
  deployment: Deployment | undefined,
): LaneHoldings['lookups'] {
  const tables = new Map<string, LaneHoldings['lookups'][number]>();
  const add = (tenantId: string, id: string, version: number | undefined): void => {
    const table = options.lookup?.(id, version, tenantId);
    if (table) tables.set(`${tenantId} ${id} ${version ?? ''}`, [tenantId, id, version, table]);
  };
  for (const { id, tenantId } of deployment?.lookups ?? []) add(tenantId, id, undefined);
  for (const { id, tenantId, versions } of [...(deployment?.lookups ?? []), ...tablesInUse(journal)])
    for (const { number } of versions) add(tenantId, id, number);
  return [...tables.values()];
}

function datasinkIdsOf(pipeline: DeployedPipeline): ReadonlySet<string> {
  return new Set(pipeline.document.nodes.flatMap((node) => (node.kind === 'datasink' ? [node.datasinkId] : [])));
}
