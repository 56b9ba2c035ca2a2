import { err, ok, type Result } from '@acequia/base';
import { parse, stringify } from 'yaml';
import { documentSchema, type PipelineDocument } from './document.ts';

/** YAML of a document: stable order (nodes as drawn, keys as declared), no secrets (they are references). */
export function printDocument(document: PipelineDocument): string {
  return stringify(documentSchema.parse(document), { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Reads YAML or JSON. The error names the first fault with its path. */
export function parseDocument(text: string): Result<PipelineDocument, { readonly path: string; readonly message: string }> {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    return err({ path: '', message: error instanceof Error ? error.message : String(error) });
  }
  const parsed = documentSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return err({ path: issue?.path.join('.') ?? '', message: issue?.message ?? 'invalid' });
}
