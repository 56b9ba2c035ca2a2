import { err, ok, type Result } from '@acequia/base';
import { parse } from 'yaml';
import * as z from 'zod';
import { documentSchema, type PipelineDocument } from './document.ts';

const words = z.strictObject({
  name: z.string().min(1).max(128),
  description: z.string().min(1).max(2000),
  /** Names of steps, by node. */
  nodes: z.record(z.string(), z.string().min(1).max(128)).default({}),
});

const fileSchema = documentSchema.extend({
  featured: z.boolean().default(false),
  tags: z.array(z.string().min(2).max(64)).min(1).max(20),
  /** The listener the pipeline is made for; its settings are those the recorded input is read with, of which each line is one message of a sender. */
  listener: z.strictObject({ component: z.string(), config: z.record(z.string(), z.unknown()).default({}) }),
  texts: z.strictObject({ en: words, es: words }),
});

export type TemplateWords = z.infer<typeof words>;

/** A template as it is shipped: a document that names nothing of a tenant, with its texts. */
export interface TemplateFile extends Omit<z.infer<typeof fileSchema>, 'format' | 'nodes' | 'links'> {
  readonly document: PipelineDocument;
}

/** Reads the YAML of a template; the fault names the first place that is wrong. */
export function parseTemplateFile(text: string): Result<TemplateFile, string> {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return err(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`);
  }
  const { featured, tags, listener, texts, ...document } = parsed.data;
  return ok({ featured, tags, listener, texts, document });
}

/** The document with its steps named in one language. */
export const namedDocument = (document: PipelineDocument, { nodes }: TemplateWords): PipelineDocument => ({
  ...document,
  nodes: document.nodes.map((node) => ({ ...node, name: nodes[node.id] ?? node.name })),
});
