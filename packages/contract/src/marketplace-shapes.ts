import { id } from '@acequia/base/bounded';
import { documentSchema } from '@acequia/pipeline';
import * as z from 'zod';
import { eventContent } from './event-content.ts';

/** Languages a template can be told in. */
export const templateLanguages = ['en', 'es'] as const;
export type TemplateLanguage = (typeof templateLanguages)[number];

/** A component at an end of a template: its id, and how its tile looks (`listener/syslog`, and the name of a colour). */
export const templateActionSchema = z.object({
  name: z.string(),
  customAction: z.object({ src: z.string(), color: z.string() }),
});

/** A template as a card shows it. */
export const templateCardSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  author: z.object({ name: z.string(), avatar: z.enum(['acequia', 'member']) }),
  tags: z.array(z.string()),
  /** What its events come from. */
  actionFrom: templateActionSchema,
  /** Where most of them go. */
  actionTo: templateActionSchema,
  featured: z.boolean(),
  /** Made by the tenant itself, so that it can take it away. */
  own: z.boolean(),
});

/** Recorded events at one end: the fields they have, and the events, one a line, as received (input) or as JSON (output). */
export const templateLogSchema = z.object({
  label: z.string(),
  fields: z.array(z.object({ name: z.string(), type: z.string() })),
  content: eventContent(z.string()),
});

/** What went in, and what arrived at each data sink. */
export const templateLogsSchema = z.object({ input: templateLogSchema, output: z.array(templateLogSchema) });

/** A template with everything. Neither document names anything of a tenant: listener and data sinks are chosen when it is imported. */
export const templateSchema = templateCardSchema.extend({
  /** What is shown first. */
  preview: z.enum(['graph', 'logs']),
  graph: documentSchema,
  pipeline: documentSchema,
  pipelineMetadata: z.object({ name: z.string(), description: z.string(), tags: z.array(z.string()) }),
  /** Ids of templates like it, the most alike first. */
  related: z.array(z.string()),
  /** Null: nothing was recorded. */
  logs: templateLogsSchema.nullable(),
});

/** Saved events of a pipeline that a template records: those of a saved test, or sample events. */
export const templateSamplesSchema = z.discriminatedUnion('from', [
  z.object({ from: z.literal('test'), id }),
  z.object({ from: z.literal('sample'), id }),
]);

export type TemplateCard = z.infer<typeof templateCardSchema>;
export type TemplateLog = z.infer<typeof templateLogSchema>;
export type TemplateLogs = z.infer<typeof templateLogsSchema>;
export type Template = z.infer<typeof templateSchema>;
export type TemplateSamples = z.infer<typeof templateSamplesSchema>;
