import type { PipelineDocument } from '@acequia/pipeline';
import { inArray, eq, or, sql } from 'drizzle-orm';
import type { TenantTx } from '../../db/database.ts';
import { versions } from '../../db/schema/index.ts';
import { ledger } from './metrics.store.ts';

export interface FlowSum {
  readonly scope: 'listener' | 'pipeline';
  readonly objectId: string;
  readonly versionId: string;
  /** Of a listener; empty for a pipeline. */
  readonly labelId: string;
  readonly datasinkId: string;
  readonly counter: 'matched' | 'entered' | 'enteredBytes' | 'delivered' | 'deliveredBytes';
  readonly total: number;
}

/** What labels took, and what pipelines took and delivered, by version and datasink. */
export async function sumFlows(tx: TenantTx, from: number, to: number): Promise<FlowSum[]> {
  const result = await tx.execute<Record<string, string>>(sql`
    select case l.scope when 'listener' then 'listener' else 'pipeline' end as scope, l.object_id, l.version_id,
      case l.scope when 'listener' then l.node else '' end as label_id, l.datasink_id, c.key as counter, sum(c.value::numeric) as total
    from ${ledger} l cross join lateral jsonb_each_text(l.counts) c
    where l.at >= ${from} and l.at < ${to} and (
      (l.scope = 'listener' and l.node <> '' and c.key = 'matched')
      or (l.scope in ('pipeline', 'node') and c.key in ('entered', 'enteredBytes', 'delivered', 'deliveredBytes')))
    group by 1, 2, 3, 4, 5, 6`);
  return result.rows.map((row) => ({
    scope: row['scope'] as FlowSum['scope'],
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
  readonly labels: readonly { readonly listenerId: string; readonly labelId: string }[];
  readonly datasinkIds: readonly string[];
}

/** Of the versions that run, and of these. */
export async function readVersionLinks(tx: TenantTx, ids: readonly string[]): Promise<VersionLinks[]> {
  const ends = sql<
    PipelineDocument['nodes']
  >`jsonb_path_query_array(${versions.document}, '$.nodes[*] ? (@.kind == "label" || @.kind == "datasink")')`;
  const rows = await tx
    .select({ id: versions.id, pipelineId: versions.pipelineId, status: versions.status, ends })
    .from(versions)
    .where(or(eq(versions.status, 'running'), ...(ids.length > 0 ? [inArray(versions.id, [...ids])] : [])));
  return rows.map((row) => ({
    versionId: row.id,
    pipelineId: row.pipelineId,
    running: row.status === 'running',
    labels: row.ends.flatMap((node) => (node.kind === 'label' ? [{ listenerId: node.listenerId, labelId: node.labelId }] : [])),
    datasinkIds: [...new Set(row.ends.flatMap((node) => (node.kind === 'datasink' ? [node.datasinkId] : [])))],
  }));
}
