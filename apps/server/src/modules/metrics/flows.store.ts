import type { PipelineDocument } from '@acequia/pipeline';
import { inArray, eq, or, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { versionClusters, versions } from '../../db/schema/index.ts';
import { ledger } from './metrics.store.ts';

export interface FlowSum {
  readonly scope: 'listener' | 'pipeline';
  /** Of the workers that counted it. */
  readonly clusterId: string;
  readonly objectId: string;
  readonly versionId: string;
  /** Of a listener, empty where it is about all it received; empty for a pipeline. */
  readonly labelId: string;
  readonly datasinkId: string;
  readonly counter: 'received' | 'receivedBytes' | 'matched' | 'entered' | 'enteredBytes' | 'delivered' | 'deliveredBytes';
  readonly total: number;
}

/** What listeners received, what labels took, and what pipelines took and delivered, by cluster, version and datasink. */
export async function sumFlows(tx: TenantTx, from: number, to: number): Promise<FlowSum[]> {
  const result = await tx.execute<Record<string, string>>(sql`
    select case l.scope when 'listener' then 'listener' else 'pipeline' end as scope, l.cluster_id, l.object_id, l.version_id,
      case l.scope when 'listener' then l.node else '' end as label_id, l.datasink_id, c.key as counter, sum(c.value::numeric) as total
    from ${ledger} l cross join lateral jsonb_each_text(l.counts) c
    where l.at >= ${from} and l.at < ${to} and (
      (l.scope = 'listener' and l.node = '' and c.key in ('received', 'receivedBytes'))
      or (l.scope = 'listener' and l.node <> '' and c.key = 'matched')
      or (l.scope in ('pipeline', 'node') and c.key in ('entered', 'enteredBytes', 'delivered', 'deliveredBytes')))
    group by 1, 2, 3, 4, 5, 6, 7`);
  return result.rows.map((row) => ({
    scope: row['scope'] as FlowSum['scope'],
    clusterId: row['cluster_id']!,
    objectId: row['object_id']!,
    versionId: row['version_id']!,
    labelId: row['label_id']!,
    datasinkId: row['datasink_id']!,
    counter: row['counter'] as FlowSum['counter'],
    total: Number(row['total']),
  }));
}

/** Where a version takes its events from and where it sends them. */
export interface VersionLinks {
  readonly versionId: string;
  readonly pipelineId: string;
  readonly running: boolean;
  /** Those it is wanted on now. */
  readonly clusterIds: readonly string[];
  readonly labels: readonly { readonly listenerId: string; readonly labelId: string }[];
  readonly datasinkIds: readonly string[];
}

/** Of the versions that run, and of these. */
export async function readVersionLinks(tx: TenantTx, ids: readonly string[]): Promise<VersionLinks[]> {
  const ends = sql<
    PipelineDocument['nodes']
  >`jsonb_path_query_array(${versions.document}, '$.nodes[*] ? (@.kind == "label" || @.kind == "datasink")')`;
  const placed = sql<
    string[]
  >`array(select ${versionClusters.clusterId} from ${versionClusters} where ${versionClusters.versionId} = ${versions.id} order by 1)`;
  const rows = await tx
    .select({ id: versions.id, pipelineId: versions.pipelineId, status: versions.status, ends, placed })
    .from(versions)
    .where(or(eq(versions.status, 'running'), ...(ids.length > 0 ? [inArray(versions.id, [...ids])] : [])));
  return rows.map((row) => ({
    versionId: row.id,
    pipelineId: row.pipelineId,
    running: row.status === 'running',
    clusterIds: row.placed,
    labels: row.ends.flatMap((node) => (node.kind === 'label' ? [{ listenerId: node.listenerId, labelId: node.labelId }] : [])),
    datasinkIds: [...new Set(row.ends.flatMap((node) => (node.kind === 'datasink' ? [node.datasinkId] : [])))],
  }));
}
