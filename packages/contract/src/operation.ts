import type { Feature, LoginStep, Permission } from '@acequia/domain';
import { oc, type ErrorMap, type AnySchema } from '@orpc/contract';
import * as z from 'zod';
import { errorCodes, type ErrorCode } from './errors/codes.ts';
import { fieldCodes } from './errors/field-codes.ts';

/** Kinds of things an operation reads or changes; a change makes the console fetch all operations that read it again. */
export const entities = [
  'session',
  'tenant',
  'user',
  'secret',
  'token',
  'lookup',
  'activity',
  'cluster',
  'installation',
  'listener',
  'label',
  'datasink',
  'pipeline',
  'version',
  'preview-sample',
  'pipeline-test',
  'shadow-run',
  'replay',
  'metrics',
  'dead-letter',
  'health',
  'alert',
  'template',
  'preferences',
] as const;
export type Entity = (typeof entities)[number];

/**
 * What becomes of event content without `content:read`. `refused`: the operation is. `withheld`: it answers without it. `inner`: it
 * passes on what operations it calls gave the same caller. `sent`: it answers with what the caller has sent, and nothing else.
 */
export type ContentRule = 'refused' | 'withheld' | 'inner' | 'sent';

/** What everyone who handles an operation needs to know of it. */
export interface OperationMeta {
  /** `public`: no session needed. `session`: any logged-in user. Else the permission checked before the service runs. */
  readonly permission: Permission | 'public' | 'session';
  /** How it keeps event content from who may not read it; absent: its answer holds none. */
  readonly content?: ContentRule;
  readonly reads: readonly Entity[];
  readonly changes: readonly Entity[];
  /** Changes something of the tenant, rather than of the caller's own account or session: refused in a tenant whose trial is over. */
  readonly changesTenant: boolean;
  readonly errors: readonly ErrorCode[];
  /** The activity row a success (or a refusal) writes; absent = none. With `everyMs`, what the same user does to the same thing with the same outcome within that time is one row. */
  readonly activity?: { readonly entity: string; readonly operation: string; readonly everyMs?: number };
  /** Answers with an event stream. */
  readonly stream?: boolean;
  /** The stream says itself that the session is over, instead of breaking off with AUTH.EXPIRED. */
  readonly tellsEnd?: boolean;
  /** A session that still misses one of these steps of its login may call it; absent: none may. */
  readonly steps?: readonly LoginStep[];
  /** An API key may call it, when its role allows it; else it needs a person's session. */
  readonly keys: boolean;
  /** Refused in tenants without this part of the product. */
  readonly feature?: Feature;
}

export interface OperationSpec<I extends AnySchema, O extends AnySchema> {
  /** HTTP form under /api/v1. GET only for what changes nothing. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/${string}`;
  readonly summary: string;
  /** What the summary leaves open for who calls it by the API documentation. */
  readonly description?: string;
  readonly permission: OperationMeta['permission'];
  readonly content?: ContentRule;
  readonly input: I;
  readonly output: O;
  readonly errors?: readonly ErrorCode[];
  readonly reads?: readonly Entity[];
  readonly changes?: readonly Entity[];
  readonly activity?: OperationMeta['activity'];
  readonly stream?: boolean;
  readonly tellsEnd?: boolean;
  readonly steps?: OperationMeta['steps'];
  /** When absent: true for what asks for a permission, false for what concerns the session itself. */
  readonly keys?: boolean;
  readonly feature?: Feature;
}

/** Codes every operation may give. */
const publicErrors: readonly ErrorCode[] = [
  'ACQ-TOO-MANY',
  'ACQ-TOO-LARGE',
  'ACQ-CROSS-SITE',
  'WEB-00000',
  'WEB-00022',
  'ACQ-BUSY',
  'ACQ-DATABASE-UNAVAILABLE',
  'ACQ-DATABASE-FULL',
];

/** Codes every operation with a session may give. */
const sessionErrors: readonly ErrorCode[] = ['AUTH.REQUIRED', 'AUTH.EXPIRED', 'AUTH.KEY', 'AUTH.MFA_STEP', 'WEB-00027', ...publicErrors];

/** Codes every event stream may give. */
const streamErrors: readonly ErrorCode[] = ['ACQ-STREAMS-ACCOUNT', 'ACQ-STREAMS-TENANT', 'ACQ-STREAMS-SERVER'];

const errorData = z.object({ fields: z.record(z.string(), z.union([z.string(), z.number()])) }).optional();

/** One line of the contract. */
export function operation<I extends AnySchema, O extends AnySchema>(spec: OperationSpec<I, O>) {
  const keys = spec.keys ?? !['public', 'session'].includes(spec.permission);
  const changes = spec.changes ?? [];
  const changesTenant =
    spec.method !== 'GET' && !['public', 'session'].includes(spec.permission) && (!spec.permission.endsWith(':read') || changes.length > 0);
  const noun = spec.path.split('/')[1] ?? '';
  const { shape = {} } = spec.input as { readonly shape?: object };
  const errors = [
    ...(spec.permission === 'public' ? publicErrors : sessionErrors),
    ...(keys || spec.permission === 'public' ? [] : (['AUTH.SESSION_ONLY'] as const)),
    ...(spec.content === 'refused' ? (['ACQ-CONTENT-HIDDEN'] as const) : []),
    ...(spec.feature ? (['ACQ-FEATURE-OFF'] as const) : []),
    ...(changesTenant ? (['ACQ-TRIAL-OVER'] as const) : []),
    ...(spec.stream ? streamErrors : []),
    ...new Set([...(spec.errors ?? []), ...fieldCodes(noun, Object.keys(shape))]),
  ];
  const meta: OperationMeta = {
    permission: spec.permission,
    ...(spec.content ? { content: spec.content } : {}),
    reads: spec.reads ?? [],
    changes,
    changesTenant,
    errors,
    keys,
    ...(spec.feature ? { feature: spec.feature } : {}),
    ...(spec.activity ? { activity: spec.activity } : {}),
    ...(spec.stream ? { stream: true } : {}),
    ...(spec.tellsEnd ? { tellsEnd: true } : {}),
    ...(spec.steps ? { steps: spec.steps } : {}),
  };
  const errorMap: ErrorMap = Object.fromEntries(errors.map((code) => [code, { status: errorCodes[code].status, data: errorData }]));
  return oc
    .$meta<OperationMeta>(meta)
    .route({
      method: spec.method,
      path: spec.path,
      summary: spec.summary,
      ...(spec.description === undefined ? {} : { description: spec.description }),
      tags: [noun],
    })
    .errors(errorMap)
    .input(spec.input)
    .output(spec.output);
}
