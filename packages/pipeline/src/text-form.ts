import { err, ok, type Result } from '@acequia/base';
import { parse, stringify } from 'yaml';
import { documentSchema, type PipelineDocument, type PipelineNode } from './document.ts';
import type { PipelineInput } from './pipeline-input.ts';
import { pipelineTestSchema, pipelineTestsSchema, type PipelineTest } from './tests/index.ts';

export const textForms = ['yaml', 'json'] as const;
export type TextForm = (typeof textForms)[number];

/** A pipeline as a file holds it. */
export interface PipelineText {
  readonly document: PipelineDocument;
  readonly tests: readonly PipelineTest[];
}

const textSchema = documentSchema.extend({ tests: pipelineTestsSchema.default([]) });

interface PrintedPipeline extends PipelineText {
  /** What it receives, where that is known: a pipeline runs from its file without a listener. */
  readonly input?: PipelineInput | undefined;
}

/**
 * A pipeline as text. Stable: nodes and links stand as drawn, their members as declared, what a configuration holds by name,
 * tests by name, so that one pipeline always gives one text. No secrets: configurations refer to them by id.
 */
export function printPipeline({ document, tests, input }: PrintedPipeline, form: TextForm = 'yaml'): string {
  const { format, nodes, links } = documentSchema.parse(document);
  const named = tests.map((test) => pipelineTestSchema.parse(test)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const received = input && {
    input: input.format,
    ...(Object.keys(input.labels).length > 0 ? { labels: byName(input.labels) } : {}),
  };
  const ordered = { format, ...received, nodes: nodes.map(inOrder), links, ...(named.length > 0 ? { tests: named } : {}) };
  return form === 'json' ? `${JSON.stringify(ordered, null, 2)}\n` : stringify(ordered, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** Reads YAML or JSON. The error names the first fault with its path. */
export function parsePipeline(text: string): Result<PipelineText, { readonly path: string; readonly message: string }> {
  let value: unknown;
  try {
    value = parse(text, { maxAliasCount: 0 });
  } catch (error) {
    return err({ path: '', message: error instanceof Error ? error.message : String(error) });
  }
  const parsed = textSchema.safeParse(value);
  if (parsed.success) {
    const { tests, ...document } = parsed.data;
    return ok({ document, tests });
  }
  const issue = parsed.error.issues[0];
  return err({ path: issue?.path.join('.') ?? '', message: issue?.message ?? 'invalid' });
}

const inOrder = (node: PipelineNode): PipelineNode =>
  node.kind === 'label' ? node : { ...node, config: byName(node.config) as Record<string, unknown> };

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, byName(inner)]),
  );
}
