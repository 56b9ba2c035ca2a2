import { deploymentSchema } from '@acequia/pipeline';
import * as z from 'zod';
import { refusalCountSchema } from '../refusal-shapes.ts';
import { replayReportSchema } from '../replay-shapes.ts';
import { reasonSchema, rateSchema, sampleSchema } from '../shapes.ts';
import { letterAnswerSchema, letterQuestionSchema } from './dead-letters.ts';
import { sealedSchema } from './sealed.ts';
import { traceAnswerSchema, traceQuestionSchema } from './traces.ts';

/** Spoken between server and worker; each side accepts this number and the one before. */
export const fleetProtocol = 1;

/** Signing and sealing for both sides: `@acequia/contract/fleet-crypto` (crypto.ts). Headers of a signed request: worker id, epoch (ms of the worker's start), nonce (128 random bits, hex), Ed25519 signature (base64) over `method\npath\nepoch\nnonce\nsha256(body)`. */
export const fleetHeaders = {
  worker: 'x-acequia-worker',
  epoch: 'x-acequia-epoch',
  nonce: 'x-acequia-nonce',
  signature: 'x-acequia-signature',
  /** SHA-256 of the body in hex, so that the signature is checked before the body is read. */
  body: 'x-acequia-body',
} as const;

/** Routes on the server. Workers only dial out. */
export const fleetPaths = {
  enrol: '/fleet/enrol',
  stream: '/fleet/stream',
  report: '/fleet/report',
  lookup: '/fleet/lookups',
  log: '/fleet/log',
  opening: '/fleet/opening',
  letters: '/fleet/letters',
  traces: '/fleet/traces',
} as const;

/** How a worker joins: a single-use token (15 minutes) and the public halves of keys made on the worker. */
export const enrolRequestSchema = z.object({
  token: z.string(),
  /** What the worker speaks. Workers of before logs had identities do not say it and are refused before their token is spent. */
  protocol: z.int(),
  name: z.string().max(128),
  /** Ed25519 public key, raw, base64. */
  signingKey: z.string(),
  /** X25519 public key, raw, base64; secrets are sealed to it. */
  sealingKey: z.string(),
});

/** A log that the worker holds. */
export const workerLogSchema = z.object({
  id: z.string(),
  /** Unique in the installation, from 2 on (1: all logs of before they had numbers); part of every event id that begins in it. */
  number: z.int().min(2),
});

/** Openings of a log, kept as a u32 in its blocks. */
const openingSchema = z.int().min(1).max(2_147_483_647);

/** With which number a worker opens its log. The server gives each only once, so of two processes with the same keys and data the later one has the higher. */
export const openingRequestSchema = z.object({
  /** Id of the log. */
  log: z.string(),
  /** The lowest that the worker may take, for all it knows; `begun`: the one it has. */
  number: openingSchema,
  /** The log is open already: the server was away then, or no longer takes the requests of this start. */
  begun: z.boolean(),
  /** Random, of this start of the worker. */
  start: z.string().regex(/^[0-9a-f]{32}$/),
});
export type OpeningRequest = z.infer<typeof openingRequestSchema>;

export const openingAnswerSchema = z.object({
  number: openingSchema,
  /** That this start signs with from now on. */
  epoch: z.int(),
});
export type OpeningAnswer = z.infer<typeof openingAnswerSchema>;

/** With ACQ-FLEET-EARLIER: an epoch that is too low is not taken. */
export const earlierStartSchema = z.object({ code: z.literal('ACQ-FLEET-EARLIER'), epoch: z.int() });

export const enrolAnswerSchema = z.object({
  workerId: z.string(),
  clusterId: z.string(),
  log: workerLogSchema,
  /** Ed25519 public key of the server, raw, base64; deployments are signed with it. */
  serverKey: z.string(),
});

/** Down the SSE stream, one JSON object per event. */
export const downMessageSchema = z.discriminatedUnion('type', [
  /** `signature`: Ed25519, base64, over the deployment's hash. */
  z.object({ type: z.literal('deployment'), deployment: deploymentSchema, signature: z.string() }),
  /** Sealed box (crypto.ts) of JSON `Record<secretId, value>`. `version` grows. */
  sealedSchema.extend({ type: z.literal('secrets'), version: z.int() }),
  /** The same, but without values that could not be read: those that it does not name stay as they are. */
  sealedSchema.extend({ type: z.literal('some-secrets'), version: z.int() }),
  z.object({ type: z.literal('watch-live'), on: z.boolean() }),
  /** While on, the worker reports events in and out of the node. */
  z.object({ type: z.literal('watch-samples'), pipelineId: z.string(), node: z.string(), on: z.boolean() }),
  z.object({
    type: z.literal('probe'),
    requestId: z.string(),
    tenantId: z.string(),
    component: z.string(),
    creation: z.record(z.string(), z.unknown()),
    secrets: sealedSchema.nullable(),
  }),
  /** Answered with `estimate`. */
  z.object({ type: z.literal('estimate-replay'), requestId: z.string(), listenerId: z.string(), fromMs: z.int(), toMs: z.int() }),
  z.object({ type: z.literal('retry-listener'), listenerId: z.string() }),
  z.object({ type: z.literal('retry-node'), pipelineId: z.string(), node: z.string() }),
  /** Answered at once, by a POST of its own. */
  z.object({ type: z.literal('dead-letters'), requestId: z.string(), tenantId: z.string(), question: letterQuestionSchema }),
  /** Answered by a POST of its own. */
  z.object({ type: z.literal('trace'), requestId: z.string(), tenantId: z.string(), question: traceQuestionSchema }),
]);

const counts = z.record(z.string(), z.number());

/** Ledger counters, absolute per (worker, generation, scope, id, node, minute); an upsert with a higher `report` replaces. */
export const ledgerRowSchema = z.object({
  tenantId: z.string(),
  /** Opening of the journal in which it was counted; rows of earlier ones go on being reported for a while. */
  generation: z.int(),
  scope: z.enum(['listener', 'pipeline', 'node', 'replay']),
  /** Listener, pipeline or replay id. */
  id: z.string(),
  versionId: z.string(),
  /** Node id for scope node; the datasink id travels in `datasinkId`. */
  node: z.string(),
  datasinkId: z.string(),
  /** Start of the minute, ms since 1970; of a row that could not be told for long, of the first of several minutes. */
  minute: z.int(),
  /** `received`, `decoded`, `delivered`, `filtered:condition`, `dropped:unconnected`, `deliveredBytes` … */
  counts,
});

/** Up, as POST bodies. */
export const reportSchema = z.object({
  protocol: z.int(),
  /** Grows with each report of this worker, over restarts too. */
  report: z.int(),
  generation: z.int(),
  hello: z
    .object({
      version: z.string(),
      components: z.record(z.string(), z.string()),
      host: z.string(),
      /** Folders whose files listeners may read; `{tenant}` in them stands for the tenant's id. Absent from workers that do not tell. */
      readRoots: z.array(z.string()).optional(),
    })
    .optional(),
  /** Applied deployment and what stands in its way. */
  deployment: z
    .object({
      hash: z.string(),
      faults: z.array(z.object({ kind: z.enum(['listener', 'pipeline']), id: z.string(), node: z.string(), reason: reasonSchema })),
      /** Tenants for which it is not applied yet: tables that they need are under way, and what they ran before goes on. */
      pending: z.array(z.string()).optional(),
      /** Tenants of which no pipeline runs since the worker's start: what they take in waits in the journal. Absent: none. */
      waiting: z.array(z.string()).optional(),
    })
    .nullable(),
  listeners: z.array(
    z.object({
      id: z.string(),
      revision: z.int(),
      state: z.enum(['created', 'error']),
      reason: reasonSchema.nullable(),
      /** Whom it turned away within the last hour. Absent: nobody, or the worker does not tell. */
      refusals: z.array(refusalCountSchema).optional(),
    }),
  ),
  branches: z.array(
    z.object({
      pipelineId: z.string(),
      versionId: z.string(),
      node: z.string(),
      datasinkId: z.string(),
      state: z.enum(['running', 'waiting', 'retrying', 'draining']),
      reason: reasonSchema.nullable(),
      queuedEvents: z.number(),
      queuedBytes: z.number(),
      /** When the oldest of the queued events was received, ms since 1970. Absent: none is queued, or the worker does not tell. */
      oldestMs: z.int().optional(),
      /** By the worker's clock, ms since 1970: when the last attempt failed, and when the next one is made. Absent: none failed since it worked, or the worker does not tell. */
      failedAt: z.int().optional(),
      nextTryAt: z.int().optional(),
    }),
  ),
  ledger: z.array(ledgerRowSchema),
  vitals: z.object({
    memoryBytes: z.number(),
    cpuFraction: z.number(),
    journalBytes: z.number(),
    /** These are absent from workers that do not tell. */
    journalLimitBytes: z.number().optional(),
    undeliveredBytes: z.number().optional(),
    eventLoopLagMs: z.number().optional(),
    diskFreeBytes: z.number().optional(),
    diskBytes: z.number().optional(),
    /** The newest time that the disk refused a write to the journal; `lasts`: nothing has been written since. Absent: never since the start. */
    writeFault: z.object({ kind: z.enum(['full', 'failed']), code: z.string(), agoMs: z.number(), lasts: z.boolean() }).optional(),
    /** The last end for want of memory, of the process before or of one lane. Absent: none is known of. */
    memoryEnd: z.object({ how: z.enum(['heap', 'kernel', 'lane']), agoMs: z.number() }).optional(),
  }),
  /** What each listener's journal holds. Absent from workers that do not tell. */
  journals: z
    .array(
      z.object({
        listenerId: z.string(),
        keptBytes: z.number(),
        undeliveredBytes: z.number(),
        limitBytes: z.number(),
        /** When the oldest of it was written; null: nothing is kept. Absent from workers that do not tell. */
        oldestMs: z.int().nullable().optional(),
      }),
    )
    .optional(),
  /** Versions of lookups that should be here and have no table, one of each lookup at most. Absent from workers that do not tell. */
  lookupFaults: z.array(z.object({ lookupId: z.string(), tenantId: z.string(), reason: reasonSchema })).optional(),
  /** Open dead letters that fell out on it since its first. Absent from workers that do not tell. */
  lostLetters: z.int().optional(),
  /** Only while watched. */
  live: z
    .object({
      atMs: z.int(),
      /** The rates are the mean of so long, ms. Absent from workers that do not tell. */
      overMs: z.number().positive().optional(),
      listeners: z.record(z.string(), z.object({ received: rateSchema, rejected: z.number(), kernelDrops: z.number() })),
      pipelines: z.record(z.string(), z.object({ entered: rateSchema, delivered: rateSchema, rejected: z.number(), dropped: z.number() })),
      nodes: z.record(
        z.string(),
        z.record(
          z.string(),
          z.object({
            in: rateSchema,
            ports: z.record(z.string(), rateSchema),
            rejected: z.number(),
            filtered: z.number(),
            dropped: z.number(),
            /** Per second, by counter with its reason: `filtered:condition`, `dropped:overflow`. Absent from workers that do not tell. */
            reasons: z.record(z.string(), z.number()).optional(),
          }),
        ),
      ),
    })
    .optional(),
  samples: z.array(z.object({ pipelineId: z.string(), node: z.string(), samples: z.array(sampleSchema) })),
  /** Also of those that ended lately. Absent from workers that know none. */
  replays: z.array(replayReportSchema).optional(),
  answers: z.array(
    z.object({
      requestId: z.string(),
      ok: z.boolean(),
      reason: reasonSchema.nullable(),
      estimate: z.object({ frames: z.number(), bytes: z.number(), keptFromMs: z.int().nullable() }).optional(),
    }),
  ),
});

/** Up, as the body of a POST: the answer to a question about dead letters. */
export const letterReplySchema = z.object({ requestId: z.string(), answer: letterAnswerSchema });

/** Up, as the body of a POST: the answer to a question about traces. */
export const traceReplySchema = z.object({ requestId: z.string(), answer: traceAnswerSchema });

export type EnrolRequest = z.infer<typeof enrolRequestSchema>;
export type WorkerLog = z.infer<typeof workerLogSchema>;
export type EnrolAnswer = z.infer<typeof enrolAnswerSchema>;
export type DownMessage = z.infer<typeof downMessageSchema>;
export type LedgerRow = z.infer<typeof ledgerRowSchema>;
export type Report = z.infer<typeof reportSchema>;

export type { LetterAnswer, LetterQuestion } from './dead-letters.ts';
export type { LookShadow, ShadowAnswer, StartShadow } from './shadows.ts';
export type { TraceAnswer, TraceQuestion } from './traces.ts';
export * from './canonical-json.ts';
