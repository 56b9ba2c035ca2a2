import { resolve } from 'node:path';
import { err, ok, type Result } from '@acequia/base';
import { faultText } from '@acequia/component-sdk/text';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { csvSeparators, type LookupSource } from '@acequia/lookup';
import {
  documentSchema,
  inputFormats,
  pipelineTestsSchema,
  validate,
  type InputFormat,
  type PipelineDocument,
  type PipelineTest,
  type Problem,
  type Surroundings,
} from '@acequia/pipeline';
import { parse } from 'yaml';
import * as z from 'zod';

const lookupFileSchema = z.strictObject({
  file: z.string(),
  format: z.enum(['csv', 'json-lines']).default('csv'),
  separator: z.enum(csvSeparators).optional(),
  /** Name of the column that is searched. */
  key: z.string(),
});

/** A lookup in a file. */
export interface LookupFile {
  readonly path: string;
  readonly source: LookupSource;
}

const fileSchema = documentSchema.extend({
  name: z.string().default('pipeline'),
  /** How each line of the input becomes an event. */
  input: z.enum(inputFormats).default('text'),
  /** Labels of the input besides `all` and `unlabelled`: id → stored condition. */
  labels: z.record(z.string(), z.unknown()).default({}),
  /** Lookups the pipeline may name: id → a file beside this one. */
  lookups: z.record(z.string(), lookupFileSchema).default({}),
  tests: pipelineTestsSchema.default([]),
});

/** A pipeline in a file: a document, and how its input is read. */
export interface PipelineFile {
  readonly name: string;
  readonly input: InputFormat;
  readonly labels: Readonly<Record<string, unknown>>;
  readonly lookups: Readonly<Record<string, LookupFile>>;
  readonly document: PipelineDocument;
  readonly tests: readonly PipelineTest[];
}

/** Reads YAML or JSON; the fault names the first place that is wrong. `folder` is where its lookups are. */
export function parsePipelineFile(text: string, folder: string): Result<PipelineFile, string> {
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
  const { name, input, labels, lookups: named, tests, ...document } = parsed.data;
  const lookups = Object.fromEntries(
    Object.entries(named).map(([id, { file, format, separator, key }]): [string, LookupFile] => [
      id,
      { path: resolve(folder, file), source: { format, separator, keyColumn: key } },
    ]),
  );
  return ok({ name, input, labels, lookups, document, tests });
}

/** The component that reads lines of a format. */
export const listenerOf = (input: InputFormat): { readonly component: string; readonly config: Record<string, unknown> } =>
  input === 'syslog'
    ? { component: 'syslog', config: { port: 5514 } }
    : { component: 'http', config: { port: 8088, extraction: input === 'json' ? 'ndjson' : 'lines' } };

/** Everything wrong with the file's pipeline; datasinks count as present. */
export function checkPipelineFile(file: PipelineFile): readonly Problem[] {
  const listener = listenerOf(file.input);
  const surroundings: Surroundings = {
    action: findAction,
    datasink: findDatasink,
    listener: () => ({
      definition: findListener(listener.component)!,
      config: listener.config,
      labels: ['all', 'unlabelled', ...Object.keys(file.labels)],
    }),
    lookup: (id) => Object.hasOwn(file.lookups, id),
    datasinkInstance: (id) => {
      const node = file.document.nodes.find((candidate) => candidate.kind === 'datasink' && candidate.datasinkId === id);
      return node?.kind === 'datasink' ? { component: node.component } : undefined;
    },
  };
  return validate(file.document, surroundings).problems;
}

/** One line a person can act on. */
export function describeProblem(problem: Problem, { input }: Pick<PipelineFile, 'input'>): string {
  const place = [problem.node, problem.path].filter(Boolean).join('.');
  const detail = [problem.fault, problem.port && `port ${problem.port}`].filter(Boolean).join(', ');
  const why = problem.fault === undefined ? undefined : faultText(problem.fault, 'en', problem.fields);
  return [
    `${problem.severity}: ${place ? `${place}: ` : ''}${problem.code}${detail ? ` (${detail})` : ''}`,
    ...[why, inFile(problem, input)].filter((each) => each !== undefined),
  ].join(' · ');
}

/** What the file may lack; undefined where it is the document that is wrong. */
function inFile({ code, fault }: Problem, input: InputFormat): string | undefined {
  if (code === 'label-missing') return 'Write the condition of the label under `labels`, by its id.';
  if (code === 'lookup-missing') return 'Name the file of the table under `lookups`, by its id.';
  return fault === 'EXPR_UNKNOWN_FIELD' && input === 'text' ? 'The fields of JSON lines need `input: json` in the file.' : undefined;
}
