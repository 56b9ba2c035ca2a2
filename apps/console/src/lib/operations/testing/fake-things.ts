import type {
  Alert,
  Cluster,
  Datasink,
  HealthPart,
  Listener,
  LiveFrame,
  Lookup,
  ObjectStatusView,
  OperationOutput,
  Pipeline,
  Reason,
  Version,
} from '@acequia/contract';
import { objectStatus } from '@acequia/domain';
import { emptyDocument } from '@acequia/pipeline';

type DocumentVersion = OperationOutput<'pipelines:getVersion'>;
type Worker = Cluster['workers'][number];

const stamps = { createdAt: 0, updatedAt: 0, createdBy: 'Ana', updatedBy: 'Ana' };
const row = (id: string, name: string) => ({ id, name, description: '', tags: [], ...stamps });
/** Of which no worker has said anything. */
export const fakeStatus = (declared: ObjectStatusView['state'] = 'running'): ObjectStatusView =>
  objectStatus<Reason>({ kind: 'listener', declared, parts: [] });
const instance = { version: '1.0.0', config: {}, revision: 1, usedBy: [] };

export const fakeListener = (id: string, name: string, some: Partial<Listener> = {}): Listener => ({
  ...row(id, name),
  ...instance,
  component: 'tcp',
  clusterId: 'CL_1',
  state: 'created',
  status: fakeStatus(),
  reason: null,
  labels: 2,
  ...some,
});

export const fakeDatasink = (id: string, name: string, some: Partial<Datasink> = {}): Datasink => ({
  ...row(id, name),
  ...instance,
  component: 'http',
  preset: null,
  status: fakeStatus('idle'),
  ...some,
});

/** A pipeline that nobody has published. */
export const fakePipeline = (id: string, name: string, some: Partial<Pipeline> = {}): Pipeline => ({
  ...row(id, name),
  state: 'draft',
  status: fakeStatus('draft'),
  start: null,
  clusters: [],
  runningVersion: null,
  hasDraft: true,
  listenerIds: [],
  datasinkIds: [],
  ...some,
});

export const fakeVersion = (version: string, status: Version['status']): Version => ({
  id: `PV_${version}`,
  version,
  versionName: '',
  status,
  kind: null,
  clusters: [],
  reason: null,
  start: null,
  ...stamps,
});

export const fakeDocumentVersion = (version: string, document: DocumentVersion['document'] = emptyDocument): DocumentVersion => ({
  ...fakeVersion(version, 'running'),
  document,
  revision: 1,
});

export const fakeLookup = (id: string, name: string): Lookup => ({
  ...row(id, name),
  format: 'csv',
  separator: ',',
  keyColumn: 'id',
  status: fakeStatus('draft'),
  active: null,
  refresh: null,
  usedBy: [],
  missing: [],
});

export const fakeWorker = (some: Partial<Worker> = {}): Worker => ({
  id: 'WK_1',
  name: 'edge',
  version: '1.2.3',
  status: 'online',
  readRoots: null,
  lastSeenAt: 1,
  deployment: null,
  memoryBytes: 5e8,
  cpuFraction: 0.5,
  journalBytes: 1e6,
  ...some,
});

export const fakeCluster = (...workers: Worker[]): Cluster => ({
  id: 'CL_1',
  name: 'first',
  host: 'first.example.com',
  portRange: { from: 5000, to: 5099 },
  fileRoots: [],
  workers,
});

/** A data sink in a pipeline, on a worker; all is well with it. */
export const fakePart = (some: Partial<HealthPart> = {}): HealthPart => ({
  kind: 'datasink',
  id: 'DS_1',
  pipelineId: 'PL_1',
  node: 'out',
  workerId: 'WK_1',
  clusterId: 'CL_1',
  state: 'running',
  reason: null,
  since: 1_700_000_000_000,
  lastError: null,
  lastErrorAt: null,
  waitingEvents: 0,
  waitingBytes: 0,
  keptBytes: 0,
  undeliveredBytes: 0,
  limitBytes: 0,
  ...some,
});

/** An open one that was raised once. */
export const fakeAlert = (some: Partial<Alert> = {}): Alert => ({
  id: 'AL_1',
  message: { code: 'DESTINATION_DOWN', fields: { name: 'SIEM' } },
  priority: 'critical',
  source: { type: 'datasink', id: 'DS_1' },
  location: '/datasinks/DS_1',
  cluster: { id: 'CL_1', name: 'first' },
  worker: { id: 'WK_1', name: 'edge' },
  timestamp: 1_700_000_000_000,
  state: 'open',
  raises: 1,
  places: 1,
  lastSeenAt: 1_700_000_000_000,
  resolvedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
  ...some,
});

/** In which nothing moves. */
export const fakeLiveFrame = (some: Partial<LiveFrame> = {}): LiveFrame => ({
  atMs: 1,
  oldestReportMs: 1,
  workers: ['WK_1'],
  listeners: {},
  pipelines: {},
  datasinks: {},
  deliveries: {},
  clusters: {},
  nodes: {},
  ...some,
});
