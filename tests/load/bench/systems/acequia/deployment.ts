import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { documentSchema, type Deployment, type PipelineDocument } from '@acequia/pipeline';
import { parse } from 'yaml';
import * as z from 'zod';
import { benchTenant, type Place } from '../system.ts';

const fileSchema = documentSchema.extend({
  listener: z.object({ component: z.string(), version: z.string(), config: z.record(z.string(), z.unknown()) }),
  /** Tables of its lookup nodes, as CSV files. */
  lookups: z.array(z.object({ id: z.string(), file: z.string(), keyColumn: z.string() })).default([]),
});

/** A listener and a pipeline behind it, as the YAML files of `tests/load/bench/pipelines` say. */
export interface PipelineFile {
  readonly listener: z.infer<typeof fileSchema>['listener'];
  readonly lookups: z.infer<typeof fileSchema>['lookups'];
  readonly document: PipelineDocument;
}

/** Reads a pipeline; `$PORT`, `$INPUT`, `$LOOKUP` and the names in `more` stand for the run's own. */
export function readPipeline(
  name: string,
  { port, input, lookup }: Pick<Place, 'port' | 'input' | 'lookup'>,
  more: Readonly<Record<string, string>> = {},
): PipelineFile {
  const source = readFileSync(join(import.meta.dirname, '..', '..', 'pipelines', `${name}.yaml`), 'utf8');
  const words: Readonly<Record<string, string>> = { PORT: String(port), INPUT: input, LOOKUP: lookup, ...more };
  const text = source.replaceAll(/\$([A-Z]+)\b/g, (whole, word: string) => words[word] ?? whole);
  const { listener, lookups, ...document } = fileSchema.parse(parse(text, { maxAliasCount: 0 }));
  return { listener, lookups, document };
}

/** The first component of a pipeline that this version of the product does not have, in words. */
export function missingComponent({ listener, document }: PipelineFile): string | undefined {
  if (findListener(listener.component) === undefined) return `no ${listener.component} listener`;
  for (const node of document.nodes) {
    if (node.kind === 'action' && findAction(node.component) === undefined) return `no ${node.component} action`;
    if (node.kind === 'datasink' && findDatasink(node.component) === undefined) return `no ${node.component} datasink`;
  }
  return undefined;
}

const tenantId = benchTenant;

/** What the worker is told to run. `version` tells two publications of one pipeline apart. */
export function deploymentOf(
  { listener, lookups, document }: PipelineFile,
  place: Pick<Place, 'output'>,
  version = 1,
): Omit<Deployment, 'hash'> {
  const sinks = new Map(document.nodes.flatMap((node) => (node.kind === 'datasink' ? [[node.datasinkId, node.component] as const] : [])));
  return {
    format: 1,
    cluster: {
      id: 'CL_bench',
      name: 'bench',
      egress: { mode: 'open', allowed: [] },
      fileRoots: [`output=${dirname(place.output)}`],
    },
    listeners: [{ id: 'LI_bench', tenantId, name: 'bench', ...listener, revision: 1, labels: [] }],
    lookups: lookups.map((lookup) => deployedLookup(lookup)),
    datasinks: [...sinks].map(([id, component]) => ({
      id,
      tenantId,
      name: id,
      component,
      version: '1.0.0',
      creation: component === 'file' ? { root: 'output' } : {},
      revision: 1,
    })),
    pipelines: [{ id: 'PL_bench', versionId: `PV_${version}`, tenantId, name: 'bench', version: `1.0.${version}`, document }],
  };
}

function deployedLookup({ id, file, keyColumn }: PipelineFile['lookups'][number]): NonNullable<Deployment['lookups']>[number] {
  const content = readFileSync(file);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const versions = [{ id: lookupVersionOf(id), number: 1, bytes: content.length, sha256 }];
  return { id, tenantId, format: 'csv', separator: ',', keyColumn, activeNumber: 1, versions };
}

/** Version by which the worker asks the fleet server for a lookup's file. */
const lookupVersionOf = (id: string): string => `${id}_1`;

/** Files of the lookups by version, for the fleet server. */
export const lookupFilesOf = ({ lookups }: PipelineFile): ReadonlyMap<string, string> =>
  new Map(lookups.map(({ id, file }) => [lookupVersionOf(id), file]));
