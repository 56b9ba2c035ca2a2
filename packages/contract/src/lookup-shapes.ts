import { KiB } from '@acequia/base';
import { descriptionSchema, nameSchema, tagsSchema } from '@acequia/domain';
import * as z from 'zod';
import { moment, reasonSchema } from './shapes.ts';

/** Largest part of an uploaded file, before base64. */
export const lookupPartBytesMax = 512 * KiB;

export const lookupVersionStatuses = ['processing', 'active', 'inactive', 'failed', 'deleted'] as const;
export type LookupVersionStatus = (typeof lookupVersionStatuses)[number];

export const lookupVersionSchema = z.object({
  /** 1, 2, 3 … within the lookup. */
  number: z.int(),
  status: z.enum(lookupVersionStatuses),
  columns: z.array(z.string()),
  rows: z.int(),
  bytes: z.int(),
  /** Why it failed. */
  fault: reasonSchema.nullable(),
  createdAt: moment,
  createdBy: z.string(),
});

export const lookupSchema = z.object({
  id: z.string(),
  name: nameSchema,
  description: descriptionSchema,
  tags: tagsSchema,
  createdAt: moment,
  updatedAt: moment,
  createdBy: z.string(),
  updatedBy: z.string(),
  format: z.enum(['csv', 'json-lines']),
  separator: z.enum([',', ';', '\t']).nullable(),
  keyColumn: z.string(),
  active: lookupVersionSchema.nullable(),
  /** Pipelines that use it. */
  usedBy: z.array(z.object({ id: z.string(), name: z.string() })),
});

export type Lookup = z.infer<typeof lookupSchema>;
export type LookupVersion = z.infer<typeof lookupVersionSchema>;
