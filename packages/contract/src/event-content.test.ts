import { getEventIteratorSchemaDetails } from '@orpc/contract';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { contract } from './contract.ts';
import { eventContent, isEventContent } from './event-content.ts';
import type { ContentRule, OperationMeta } from './operation.ts';
import { reasonSchema } from './shapes.ts';

interface Made {
  readonly '~orpc': { readonly meta: OperationMeta; readonly outputSchema?: $ZodType };
}

const operations = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs as unknown as Readonly<Record<string, Made>>).map(([verb, made]) => ({ name: `${noun}:${verb}`, ...made['~orpc'] })),
);

/** Calls `see` with every part of an answer and its place, but not with what is inside of marked content. */
function visit(schema: $ZodType, see: (schema: $ZodType, path: string) => void, path = ''): void {
  see(schema, path);
  // The server takes out of each reason what may quote an event.
  if (isEventContent(schema) || schema === reasonSchema) return;
  const { def } = (schema as $ZodTypes)._zod;
  const inside = (inner: $ZodType, name = path) => visit(inner, see, name);
  switch (def.type) {
    case 'object':
      for (const [name, member] of Object.entries(def.shape)) inside(member, path === '' ? name : `${path}.${name}`);
      return;
    case 'array':
      return inside(def.element, `${path}[]`);
    case 'record':
      return inside(def.valueType, `${path}{}`);
    case 'union':
      return def.options.forEach((option) => inside(option));
    case 'optional':
    case 'nullable':
    case 'default':
      return inside(def.innerType);
    case 'pipe':
      return inside(def.out);
    case 'lazy':
    case 'string':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
    case 'unknown':
    case 'null':
    case 'custom':
    case 'tuple':
      return;
    default:
      throw new Error(`${path}: what is inside of ${def.type}?`);
  }
}

const answerOf = (schema: $ZodType | undefined): $ZodType | undefined =>
  schema && ((getEventIteratorSchemaDetails(schema)?.yields as $ZodType | undefined) ?? schema);

function holdsContent(schema: $ZodType): boolean {
  let found = false;
  visit(schema, (part) => (found ||= isEventContent(part)));
  return found;
}

/** Names that a field with something of an event is likely to have. */
const suspicious =
  /^(?:body|bytes64|cells?|content|events?|fields|frames?|got|input|json|lines?|logs?|message|newest|output|payload|preview|raw|records?|response|rows?|samples?|text|values?)$/i;

/** Texts with such a name that no event stands in. */
const harmless: Readonly<Record<string, string>> = {
  'activity:export text': 'the activity log',
  'alerts:list data[].message.fields{}': 'names, places and numbers',
  'lookups:getPart content': 'a table that people have uploaded',
  'lookups:getRows rows[].cells[]': 'a table that people have uploaded',
  'shadowRuns:find result.differences[].event': 'an id',
  'shadowRuns:list [].result.differences[].event': 'an id',
  'shadowRuns:start result.differences[].event': 'an id',
  'shadowRuns:stop result.differences[].event': 'an id',
};

describe('event content', () => {
  test('is found wherever it is in an answer', () => {
    const json = eventContent(z.string());
    const within = z.object({ a: z.array(z.union([z.object({ n: z.int() }), z.object({ json: json.nullable() })])).optional() });
    expect([holdsContent(within), holdsContent(z.object({ json: z.string() }))]).toEqual([true, false]);
  });

  test.each(operations.map(({ name, ...made }) => [name, made] as const))('%s says what becomes of it', (name, { meta, outputSchema }) => {
    const answer = answerOf(outputSchema);
    const holds = answer !== undefined && holdsContent(answer);
    // It answers with an id alone; what the preview shows is asked for with it.
    if (name === 'internalPipelines:create') expect(meta.content).toBe('refused');
    else expect({ name, rule: meta.content !== undefined }).toEqual({ name, rule: holds });
  });

  test('is nowhere in a field that nobody has marked', () => {
    const open = operations.filter(({ meta }) => meta.content === undefined || meta.content === 'withheld');
    const found = open.flatMap(({ name, outputSchema }) => {
      const answer = answerOf(outputSchema);
      const places = new Set<string>();
      const see = (part: $ZodType, path: string) => {
        const { type } = (part as $ZodTypes)._zod.def;
        const name =
          path
            .replaceAll(/\[\]|\{\}/g, '')
            .split('.')
            .at(-1) ?? '';
        if ((type === 'string' || type === 'unknown') && !isEventContent(part) && suspicious.test(name)) places.add(path);
      };
      if (answer) visit(answer, see);
      return [...places].map((path) => `${name} ${path}`);
    });
    expect(found.sort()).toEqual(Object.keys(harmless).sort());
  });

  test('has the rule of the permission matrix for each operation', () => {
    const byRule = Object.groupBy(
      operations.filter(({ meta }) => meta.content !== undefined),
      ({ meta }) => meta.content as ContentRule,
    );
    expect(Object.fromEntries(Object.entries(byRule).map(([rule, list]) => [rule, list.map(({ name }) => name).sort()]))).toEqual({
      refused: [
        'dataHistory:search',
        'deadLetters:export',
        'deadLetters:find',
        'internalPipelines:create',
        'internalPipelines:getLogSamples',
        'labels:matches',
        'marketplace:createTemplate',
        'pipelineTests:import',
        'pipelineTests:list',
        'pipelineTests:run',
        'pipelines:watchSamples',
        'pipelines:xray',
      ],
      withheld: [
        'deadLetters:list',
        'marketplace:getTemplateById',
        'shadowRuns:find',
        'shadowRuns:list',
        'shadowRuns:start',
        'shadowRuns:stop',
      ],
      inner: ['assistant:ask'],
      sent: ['actions:test', 'pipelineTests:save'],
    });
  });

  test('is refused with a code that the operation names', () => {
    for (const { name, meta } of operations)
      if (meta.content === 'refused') expect([name, meta.errors.includes('ACQ-CONTENT-HIDDEN')]).toEqual([name, true]);
  });
});
