import { id, integer, text } from '@acequia/base/bounded';
import {
  features,
  listenerStates,
  loginSteps,
  objectStates,
  permissionsOf,
  sessionVias,
  pipelineStates,
  roles,
  versionKinds,
  versionStarts,
  versionStatuses,
} from '@acequia/domain';
import { documentSchema } from '@acequia/pipeline';
import * as z from 'zod';
import { eventContent } from './event-content.ts';
import { refusalCountSchema } from './refusal-shapes.ts';

export const idInput = z.object({ id });
/** How many workers that report now were asked to try again. */
export const retryOutput = z.object({ workers: z.int() });
export const nothing = z.object({});
/** ms since 1970, in an answer. One that is sent has bounds: `dateMs`. */
export const moment = z.int();

/** For both ends of a time that is asked for. */
export const isRange = ({ from, to }: { readonly from?: number | undefined; readonly to?: number | undefined }) =>
  from === undefined || to === undefined || from <= to;
export const rangeFault = { error: 'the end is before the start', path: ['to'], params: { fault: 'before_start' } };

const words = { name: z.string(), description: z.string(), tags: z.array(z.string()) };
const stamps = { createdAt: moment, updatedAt: moment, createdBy: z.string(), updatedBy: z.string() };
const config = z.record(z.string(), z.unknown());
/** Fields whose stored values cannot be read and are shown as empty; absent where all can be. */
export const damaged = z.array(z.string()).optional();

/**
 * A reason a user can read: a code with a text in both languages, and the values the text names. The server takes a `message` that may
 * quote an event out of what it answers to callers without `content:read`.
 */
export const reasonSchema = z.object({ code: z.string(), fields: z.record(z.string(), z.union([z.string(), z.number()])) });

/** What the text or value of a rejected event should have been; absent where the code of the rejection says it all. May quote the event. */
export const expectedSchema = eventContent(reasonSchema.optional());

/** What a listener, a pipeline, a data sink or a lookup is doing, from what its workers and the server know. */
export const objectStatusSchema = z.object({
  state: z.enum(objectStates),
  /** Since when; null while no worker has told. */
  since: moment.nullable(),
  /** Why it is in this state. */
  reason: reasonSchema.nullable(),
  /** Stays when the object has recovered. */
  lastError: reasonSchema.nullable(),
  lastErrorAt: moment.nullable(),
  /** What waits for the data sink, or for those of the pipeline. At most 10 s old when it was told. */
  waitingEvents: z.number(),
  waitingBytes: z.number(),
  /** No event that waits is older; null unless nothing is delivered while events wait. */
  oldestAt: moment.nullable(),
  /** When it is tried again by itself, by the worker's clock; one that has passed means any moment. Null unless nothing is delivered. */
  nextTryAt: moment.nullable(),
});

/** A member of the organization who has the editor of a pipeline open. */
export const presentEditorSchema = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** False: looks only, by their role or because the version is no draft. */
  edits: z.boolean(),
  /** What is open: `Main` for the draft, else the number of a version. */
  version: z.string(),
  /** The selected step; null without one. */
  node: z.string().nullable(),
});
export type PresentEditor = z.infer<typeof presentEditorSchema>;

/** Only those in this state. */
export const inState = z.object({ state: z.enum(objectStates).optional() });

const columnId = text(40);

/** How a user has arranged one table; columns that no longer exist are passed over. */
export const tableSettingsSchema = z.object({
  hidden: z.array(columnId).max(40),
  /** Stay at the left edge. */
  pinned: z.array(columnId).max(40),
  /** Ids from left to right; columns that are not named follow. */
  order: z.array(columnId).max(40),
  /** px */
  widths: z.record(columnId, integer(48, 1200)),
});

const panePx = integer(1, 10_000);

/** How a user has arranged the pipeline editor; what is absent follows the window. */
export const editorSizesSchema = z.object({
  /** Width of the step's panel. */
  panelPx: panePx.optional(),
  /** Height of the dock below the canvas, while it is open. */
  dockPx: panePx.optional(),
  dockOpen: z.boolean().optional(),
});

export const preferencesSchema = z.object({
  theme: z.enum(['dark', 'light']),
  tableDensity: z.enum(['compact', 'standard', 'comfortable']),
  language: z.enum(['en', 'es']),
  /** In whose hours times are told. */
  timeZone: z.enum(['browser', 'utc']),
  shortcuts: z.boolean(),
  /** By the table's name. */
  tables: z.record(columnId, tableSettingsSchema),
  editor: editorSizesSchema,
});

/** The console's "token": never the session id. */
export const sessionSchema = z.object({
  user: z.object({
    Email: z.string(),
    UID: z.string(),
    UserName: z.string(),
    TenantId: z.string(),
    AccessMap: z.object({
      Roles: z.array(z.enum(roles)),
      Permissions: z.array(z.enum(permissionsOf('owner', { operator: true }))),
    }),
  }),
  tenant: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    /** The tenant whose demo it is; absent: a real one. */
    demoOf: z.string().optional(),
  }),
  /** How the login was proven: a session of single sign-on changes nothing about the account itself. */
  via: z.enum(sessionVias),
  /** Whether the account has a password. */
  hasPassword: z.boolean(),
  /** What the login still misses: until then the session may do nothing else. Null for a whole session. */
  step: z.enum(loginSteps).nullable(),
  /** End of the tenant's free trial, ms since 1970: from then on it is read-only. Null without a trial. */
  trialEndsAt: moment.nullable(),
  /** Parts of the product the tenant has. */
  features: z.array(z.enum(features)),
  preferences: preferencesSchema,
  /** End of the session if nobody moves, ms since 1970. */
  expiresAt: moment,
});

export const clusterSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Address senders use, for copy-ready commands. */
  host: z.string(),
  portRange: z.object({ from: z.int(), to: z.int() }),
  /** Folders for writing: to owners and admins who run the installation as `/path` or `name=/path`, to everybody else by name alone. */
  fileRoots: z.array(z.string()),
  workers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      version: z.string(),
      status: z.enum(['online', 'unknown', 'revoked']),
      /**
       * Folders whose files the tenant's listeners may read there; null while the worker has not reported them. To owners and admins who
       * run the installation as `name=/path`, to everybody else by name alone.
       */
      readRoots: z.array(z.string()).nullable(),
      lastSeenAt: moment.nullable(),
      /** In its journals: of all organizations to who runs the installation, to others that of their own listeners. */
      journalBytes: z.number(),
      /** Of that, what is not yet committed by every running version. Absent while the worker has not reported it. */
      undeliveredBytes: z.number().optional(),
      /** The others are of the whole machine: only to who runs the installation, and absent while the worker has not reported them. */
      deployment: z.string().nullable().optional(),
      memoryBytes: z.number().optional(),
      cpuFraction: z.number().optional(),
      journalLimitBytes: z.number().optional(),
      /** Longest a turn of its event loop was late since the report before. */
      eventLoopLagMs: z.number().optional(),
      diskFreeBytes: z.number().optional(),
      diskBytes: z.number().optional(),
    }),
  ),
});

export const listenerSchema = z.object({
  id: z.string(),
  ...words,
  ...stamps,
  component: z.string(),
  version: z.string(),
  config,
  clusterId: z.string(),
  state: z.enum(listenerStates),
  reason: reasonSchema.nullable(),
  status: objectStatusSchema,
  /** Whom it turned away within the last hour, the most frequent reason first. Absent: nobody, or its worker does not report. */
  refusals: z.array(refusalCountSchema).optional(),
  revision: z.int(),
  labels: z.int(),
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
  damaged,
});

export const labelSchema = z.object({
  id: z.string(),
  listenerId: z.string(),
  name: z.string(),
  description: z.string(),
  /** Stored condition; null for the two built-in labels. */
  condition: z.unknown().nullable(),
  builtIn: z.boolean(),
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const datasinkSchema = z.object({
  id: z.string(),
  ...words,
  ...stamps,
  component: z.string(),
  version: z.string(),
  /** Preset of the component it was created from: a new node of a pipeline begins with its settings. */
  preset: z.string().nullable(),
  config,
  status: objectStatusSchema,
  revision: z.int(),
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
  damaged,
});

/** What a listener or a datasink was saved as. */
export const instanceVersionSchema = z.object({
  /** Counts the saved changes, from 1. */
  number: z.int(),
  ...words,
  componentVersion: z.string(),
  config,
  damaged,
  savedAt: moment,
  /** Name; empty when the account is gone. */
  savedBy: z.string(),
});

export const versionSchema = z.object({
  id: z.string(),
  /** `Main` for the draft, `Main-12` for its autosaved revision 12, else semver. */
  version: z.string(),
  versionName: z.string(),
  status: z.enum(versionStatuses),
  kind: z.enum(versionKinds).nullable(),
  clusters: z.array(z.string()),
  /** Why it was stopped, or what its workers report (a refusal, waiting nodes). */
  reason: reasonSchema.nullable(),
  /** Of a running version that no worker runs yet; null otherwise. `refused` has its reason in `reason`. */
  start: z.enum(versionStarts).nullable(),
  ...stamps,
  damaged,
});

export const pipelineSchema = z.object({
  id: z.string(),
  ...words,
  ...stamps,
  state: z.enum(pipelineStates),
  status: objectStatusSchema,
  /** Of the running version, while no worker runs it yet. */
  start: z.enum(versionStarts).nullable(),
  /** Clusters of the running version. */
  clusters: z.array(z.string()),
  runningVersion: z.string().nullable(),
  hasDraft: z.boolean(),
  listenerIds: z.array(z.string()),
  datasinkIds: z.array(z.string()),
});

export const documentVersionSchema = versionSchema.extend({
  document: documentSchema,
  /** Grows with each saved edit of the draft; sent back on save to find a conflict. */
  revision: z.int(),
});

/** A deleted object that a version still refers to. */
export const removedObjectSchema = z.object({
  kind: z.enum(['listener', 'label', 'datasink', 'secret', 'lookup']),
  id: z.string(),
  name: z.string(),
});
export const savedDraftSchema = z.object({ revision: z.int(), savedAt: moment });

export const secretSchema = z.object({
  id: z.string(),
  ...words,
  ...stamps,
  expirationDate: moment,
  /** End of the first certificate in the value; null without one, and for a value entered before this was looked at. */
  certificateEndsAt: moment.nullable(),
  active: z.boolean(),
});

export const usagesSchema = z.object({
  pipelines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      versions: z.array(z.object({ version: z.string(), versionName: z.string(), status: z.string() })),
    }),
  ),
  listeners: z.array(z.object({ id: z.string(), name: z.string(), actionName: z.string() })),
  datasinks: z.array(z.object({ id: z.string(), name: z.string(), actionName: z.string() })),
  /** Lookups whose file is fetched with it. */
  lookups: z.array(z.object({ id: z.string(), name: z.string() })),
  totalUsages: z.int(),
});

/** Spelled as the specification spells it; both moments in seconds since 1970. */
export const authTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Null: it does not expire. */
  expiration: z.int().nullable(),
  /** At most a minute late; null: never. */
  lastUsed: z.int().nullable(),
  /** `acq_key_4fQx…`: enough to tell it from another one. */
  tokenMask: z.string(),
  /** What it may do, whatever becomes of who made it: it belongs to the organization. */
  role: z.enum(roles),
  /** Addresses and networks it may be used from; empty: any. */
  addresses: z.array(z.string()),
  /** Who made it, also after they left. */
  owner: z.string(),
});

export const activitySchema = z.object({
  data: z.array(
    z.object({
      date: moment,
      user: z.object({ name: z.string(), surname: z.string(), email: z.string() }),
      event: z.object({ operation: z.string(), entity: z.string(), name: z.string() }),
      ip_address: z.string(),
    }),
  ),
  page: z.int(),
  limit: z.int(),
  count: z.int(),
});

/** Events and bytes per second. */
export const rateSchema = z.object({ events: z.number(), bytes: z.number() });

/** What is delivered per second, and what waits. */
const deliverySchema = z.object({ delivered: rateSchema, queuedEvents: z.number(), queuedBytes: z.number() });

/** One frame of live counters, about once a second; approximate (the ledger is exact). Everything of the tenant, or of one pipeline with its nodes. */
export const liveFrameSchema = z.object({
  atMs: moment,
  /**
   * When the worker that has been silent longest last reported, of those that run something of the tenant or did until a moment ago; null
   * where none is heard of.
   */
  oldestReportMs: moment.nullable(),
  /** Ids of the workers whose counters are in it. It is complete when all that run something of the tenant are among them. */
  workers: z.array(z.string()),
  listeners: z.record(z.string(), z.object({ received: rateSchema, rejected: z.number(), kernelDrops: z.number() })),
  pipelines: z.record(z.string(), z.object({ entered: rateSchema, delivered: rateSchema, rejected: z.number(), dropped: z.number() })),
  /** A data sink of which no worker has told yet is absent, here and in `deliveries`. */
  datasinks: z.record(z.string(), deliverySchema),
  /** The same by pipeline, then by data sink. */
  deliveries: z.record(z.string(), z.record(z.string(), deliverySchema)),
  /** The same by the cluster it happens in: of each listener, into each pipeline, and from each pipeline to each of its datasinks. */
  clusters: z.record(
    z.string(),
    z.object({
      received: z.record(z.string(), rateSchema),
      entered: z.record(z.string(), rateSchema),
      delivered: z.record(z.string(), z.record(z.string(), rateSchema)),
    }),
  ),
  nodes: z.record(
    z.string(),
    z.object({
      in: rateSchema,
      /** By output port; the delivered events of a datasink stand under `delivered`. */
      ports: z.record(z.string(), rateSchema),
      rejected: z.number(),
      filtered: z.number(),
      dropped: z.number(),
      /** Why events end here, per second, by counter: `filtered:condition`, `dropped:overflow`. */
      reasons: z.record(z.string(), z.number()),
      queuedEvents: z.number(),
      /** Set while a person must act, or the destination is away. */
      waiting: reasonSchema.nullable(),
    }),
  ),
});

/** Sums of the ledger over a range; delivered counts equal the journal's truth. */
export const totalsSchema = z.object({
  /** When they were summed: what is counted later is in the next answer. */
  at: moment,
  listeners: z.record(
    z.string(),
    z.object({ received: z.number(), decoded: z.number(), rejected: z.number(), empty: z.number(), receivedBytes: z.number() }),
  ),
  pipelines: z.record(
    z.string(),
    z.object({
      entered: z.number(),
      /** Of those that entered, how many had been rejected before and were re-driven. */
      redriven: z.number(),
      created: z.number(),
      delivered: z.number(),
      filtered: z.number(),
      merged: z.number(),
      rejected: z.number(),
      dropped: z.number(),
      expired: z.number(),
      /** What the others leave open: events that entered or were created and have no outcome yet. Below 0 when more left than came in. */
      inFlight: z.number(),
      enteredBytes: z.number(),
      deliveredBytes: z.number(),
    }),
  ),
  datasinks: z.record(
    z.string(),
    z.object({ delivered: z.number(), deliveredBytes: z.number(), rejected: z.number(), dropped: z.number(), expired: z.number() }),
  ),
  /** What became of events at each step of the pipeline that is asked for, by the step's id; one where nothing ended is absent. */
  nodes: z.record(z.string(), z.object({ delivered: z.number(), rejected: z.number(), dropped: z.number() })).optional(),
  /** What entered each pipeline while it sent to a data sink, and what it sent there; also what runs and counted nothing. */
  ways: z.array(
    z.object({
      pipelineId: z.string(),
      datasinkId: z.string(),
      entered: z.number(),
      enteredBytes: z.number(),
      delivered: z.number(),
      deliveredBytes: z.number(),
      /** What still waits and may be for the data sink, by the mean size; below 0 where more left than came in. */
      underWayBytes: z.number(),
      /** With what waits, was rejected or lost, by the mean size; from and to while it is open to which data sink each event goes. */
      sentBytesMin: z.number(),
      sentBytesMax: z.number(),
    }),
  ),
});

export const seriesSchema = z.object({
  /** Start of each point, ms since 1970. */
  at: z.array(moment),
  stepMs: z.int(),
  series: z.record(z.string(), z.array(z.number())),
});

/** An event as a person sees it: fields in order, values as exact JSON text. */
export const sampleSchema = z.object({
  id: z.string(),
  receivedMs: moment,
  direction: z.enum(['in', 'out']),
  port: z.string(),
  fields: eventContent(z.array(z.object({ name: z.string(), type: z.string(), value: z.string() }))),
});

export type Session = z.infer<typeof sessionSchema>;
export type Preferences = z.infer<typeof preferencesSchema>;
export type TableSettings = z.infer<typeof tableSettingsSchema>;
export type Cluster = z.infer<typeof clusterSchema>;
export type Listener = z.infer<typeof listenerSchema>;
export type Label = z.infer<typeof labelSchema>;
export type Datasink = z.infer<typeof datasinkSchema>;
export type InstanceVersion = z.infer<typeof instanceVersionSchema>;
export type Pipeline = z.infer<typeof pipelineSchema>;
export type Version = z.infer<typeof versionSchema>;
export type RemovedObject = z.infer<typeof removedObjectSchema>;
export type SavedDraft = z.infer<typeof savedDraftSchema>;
export type DocumentVersion = z.infer<typeof documentVersionSchema>;
export type Secret = z.infer<typeof secretSchema>;
export type Usages = z.infer<typeof usagesSchema>;
export type AuthToken = z.infer<typeof authTokenSchema>;
export type ActivityPage = z.infer<typeof activitySchema>;
export type LiveFrame = z.infer<typeof liveFrameSchema>;
export type Totals = z.infer<typeof totalsSchema>;
export type Series = z.infer<typeof seriesSchema>;
export type Sample = z.infer<typeof sampleSchema>;
export type Reason = z.infer<typeof reasonSchema>;
export type ObjectStatusView = z.infer<typeof objectStatusSchema>;
