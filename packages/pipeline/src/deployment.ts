import * as z from 'zod';
import { documentSchema } from './document.ts';

const config = z.record(z.string(), z.unknown());

/** A label as the engine needs it; the two built-in ones are not listed. */
export const deployedLabelSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Stored condition of catalogue 4. */
  condition: z.unknown(),
});

export const deployedListenerSchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  name: z.string(),
  component: z.string(),
  version: z.string(),
  config,
  /** Counts the saved changes; blocks name the revision that framed them. */
  revision: z.int(),
  labels: z.array(deployedLabelSchema),
});

export const deployedDatasinkSchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  name: z.string(),
  component: z.string(),
  version: z.string(),
  creation: config,
  revision: z.int(),
});

export const deployedPipelineSchema = z.object({
  id: z.string(),
  /** `PV_…`; unique for each publication. */
  versionId: z.string(),
  tenantId: z.string(),
  name: z.string(),
  /** semver of the version, e.g. 1.2.0 */
  version: z.string(),
  document: documentSchema,
  /** When it was started again on this cluster, ms since 1970; absent: not since it was published. Equal deployments are of the same start. */
  startedMs: z.int().optional(),
});

/** A lookup with the versions its pipelines need; the files travel apart, by their hash. */
export const deployedLookupSchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  format: z.enum(['csv', 'json-lines']),
  separator: z.enum([',', ';', '\t']).nullable(),
  keyColumn: z.string(),
  /** Null: none is in force. */
  activeNumber: z.int().nullable(),
  versions: z.array(z.object({ id: z.string(), number: z.int(), bytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
});

/** A range of a listener's retained events to be read again, into a version of which nothing else need run. */
export const deployedReplaySchema = z.object({
  id: z.string(),
  tenantId: z.string(),
  listenerId: z.string(),
  /** Events received from here on and before `toMs`, ms since 1970. */
  fromMs: z.int(),
  toMs: z.int(),
  pipeline: deployedPipelineSchema,
  /** `current`: with the listener's settings of when the replay begins. `received`: with those that framed the events. */
  decode: z.enum(['current', 'received']),
  /** `same`: ids and destination keys as the first time. `new`: others, so that no destination takes the events for those it has. */
  keys: z.enum(['same', 'new']),
  /** On each worker. */
  eventsPerSecond: z.int().min(1),
});

/** Where workers may call, as the guard of wire reads it. */
const clusterEgressSchema = z.object({
  mode: z.enum(['open', 'public-only', 'list']),
  allowed: z.array(z.string()),
  loopback: z.boolean().optional(),
  /** Doors of the installation, refused to everybody. */
  own: z.array(z.string()).optional(),
  /** By tenant, what it may call besides. */
  tenants: z.record(z.string(), z.array(z.string())).optional(),
  /** Tenants that may call nothing at all, whatever the rest says. */
  closed: z.array(z.string()).optional(),
});
export type ClusterEgress = z.infer<typeof clusterEgressSchema>;

/** Where one tenant may call. */
export function egressOfTenant({ tenants, closed, ...policy }: ClusterEgress, tenantId: string): Omit<ClusterEgress, 'tenants' | 'closed'> {
  if (closed?.includes(tenantId)) return { mode: 'list', allowed: [], own: policy.own };
  return { ...policy, allowed: [...policy.allowed, ...(tenants?.[tenantId] ?? [])] };
}

/** Desired state of one cluster: immutable, content-hashed. Secrets travel apart, by reference. */
export const deploymentSchema = z.object({
  format: z.literal(1),
  /** SHA-256 in hex of the canonical JSON of the rest. */
  hash: z.string(),
  cluster: z.object({
    id: z.string(),
    name: z.string(),
    egress: clusterEgressSchema,
    /** Folders a file datasink may write below. */
    fileRoots: z.array(z.string()),
  }),
  listeners: z.array(deployedListenerSchema),
  datasinks: z.array(deployedDatasinkSchema),
  pipelines: z.array(deployedPipelineSchema),
  /** Absent: none are used. */
  lookups: z.array(deployedLookupSchema).optional(),
  /** Absent: none are under way. */
  replays: z.array(deployedReplaySchema).optional(),
  /** Tenants that could not be read, of which nothing is named: what they run stays as the deployment before has it. Absent: none. */
  unread: z.array(z.string()).optional(),
});

export type DeployedLabel = z.infer<typeof deployedLabelSchema>;
export type DeployedListener = z.infer<typeof deployedListenerSchema>;
export type DeployedDatasink = z.infer<typeof deployedDatasinkSchema>;
export type DeployedPipeline = z.infer<typeof deployedPipelineSchema>;
export type DeployedLookup = z.infer<typeof deployedLookupSchema>;
export type DeployedReplay = z.infer<typeof deployedReplaySchema>;
export type Deployment = z.infer<typeof deploymentSchema>;
