import { dayMs, KiB, minuteMs } from '@acequia/base';
import { id, int32Max, integerParameter, line, text } from '@acequia/base/bounded';
import { versionStatuses } from '@acequia/domain';
import * as z from 'zod';
import { damaged, moment, objectStatusSchema, reasonSchema } from './shapes.ts';

/** Largest part of an uploaded file, before base64. */
export const lookupPartBytesMax = 512 * KiB;

/** Largest file of a version. */
export const lookupFileBytesMax = 1024 * lookupPartBytesMax;

/** How the names of uploaded files may end, by the format of the lookup. */
export const lookupFileEndings = {
  csv: ['.csv', '.tsv', '.txt'],
  'json-lines': ['.jsonl', '.ndjson', '.json', '.log', '.txt'],
} as const;

export const lookupVersionStatuses = ['processing', 'active', 'inactive', 'failed', 'deleted'] as const;
export type LookupVersionStatus = (typeof lookupVersionStatuses)[number];

export const lookupColumnTypes = ['string', 'integer', 'float', 'boolean', 'json', 'mixed'] as const;
export type LookupColumnType = (typeof lookupColumnTypes)[number];

export const lookupVersionSchema = z.object({
  /** 1, 2, 3 … within the lookup. */
  number: z.int(),
  status: z.enum(lookupVersionStatuses),
  columns: z.array(z.string()),
  /** What all cells of each column are, in the same order. */
  types: z.array(z.enum(lookupColumnTypes)),
  rows: z.int(),
  bytes: z.int(),
  /** Of `bytes`, how many are checked; null unless its upload has ended and the check has not. */
  checkedBytes: z.int().nullable(),
  /** Why it failed. */
  fault: reasonSchema.nullable(),
  createdAt: moment,
  createdBy: z.string(),
});

/** A time at which a version came into force. */
export const lookupActivationSchema = z.object({
  number: z.int(),
  activatedAt: moment,
  activatedBy: z.string(),
  /** The version that was in force until then; null: none. */
  replaced: z.int().nullable(),
});
export type LookupActivation = z.infer<typeof lookupActivationSchema>;

/** How many activations of a lookup are kept: the newest. */
export const lookupActivationsMax = 1000;

/** How the file of a lookup is fetched; the secret's value goes along as the kind says. */
export const lookupCredentialsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('bearer'), secretId: id.min(1) }),
  z.object({ kind: z.literal('basic'), user: text(256).min(1), secretId: id.min(1) }),
  z.object({
    kind: z.literal('header'),
    header: z
      .string()
      .max(128)
      .regex(/^[A-Za-z0-9-]+$/),
    secretId: id.min(1),
  }),
]);
export type LookupCredentials = z.infer<typeof lookupCredentialsSchema>;

/** 5 minutes to 30 days. */
export const lookupRefreshMs = { min: 5 * minuteMs, max: 30 * dayMs } as const;

export const lookupRefreshSchema = z.object({
  url: z.string(),
  everyMs: z.int(),
  credentials: lookupCredentialsSchema,
  nextAt: moment,
  /** When the address was last asked; null before the first time. */
  checkedAt: moment.nullable(),
  /** When it last gave another file. */
  changedAt: moment.nullable(),
  /** Why the last time failed; the version before stays in force. */
  fault: reasonSchema.nullable(),
});
export type LookupRefresh = z.infer<typeof lookupRefreshSchema>;

const rowPlace = { row: integerParameter(0, int32Max), at: integerParameter(0, int32Max) };

export const lookupRowsInput = z.object({
  id,
  number: integerParameter(1, int32Max),
  /** Only rows with this text in a cell, without case. */
  search: line(256).default(''),
  ...rowPlace,
});

export const lookupRowsSchema = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.object({ row: z.int(), cells: z.array(z.string().nullable()) })),
  /** Where to read on; null at the end. A search may have found nothing up to there. */
  next: z.object({ row: z.int(), at: z.int() }).nullable(),
  bytes: z.int(),
});
export type LookupRows = z.infer<typeof lookupRowsSchema>;

export const lookupUsagesSchema = z.object({
  pipelines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      versions: z.array(
        z.object({
          version: z.string(),
          versionName: z.string(),
          status: z.enum(versionStatuses),
          nodes: z.array(
            z.object({
              id: z.string(),
              name: z.string(),
              /** The version the node keeps to; null when it follows the active one. */
              fixed: z.int().nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type LookupUsages = z.infer<typeof lookupUsagesSchema>;

/** A version that a worker should have and has no table of. It tries again by itself. */
export const lookupMissingSchema = z.object({
  /** Name of the worker. */
  worker: z.string(),
  /** Null: its worker does not tell. */
  version: z.int().nullable(),
  reason: reasonSchema,
  since: moment,
});
export type LookupMissing = z.infer<typeof lookupMissingSchema>;

export const lookupSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  createdAt: moment,
  updatedAt: moment,
  createdBy: z.string(),
  updatedBy: z.string(),
  format: z.enum(['csv', 'json-lines']),
  separator: z.enum([',', ';', '\t']).nullable(),
  keyColumn: z.string(),
  status: objectStatusSchema,
  active: lookupVersionSchema.nullable(),
  /** Null: nobody but people bring new versions. */
  refresh: lookupRefreshSchema.nullable(),
  /** Pipelines that use it. */
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Where what is active here is not in force. */
  missing: z.array(lookupMissingSchema),
  damaged,
});

export type Lookup = z.infer<typeof lookupSchema>;
export type LookupVersion = z.infer<typeof lookupVersionSchema>;
