import { json, raw } from '@acequia/base/bounded';
import { expect, test } from 'vitest';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { contract } from './contract.ts';

interface Made {
  readonly '~orpc': { readonly inputSchema: $ZodType };
}

/** Formats whose pattern lets through nothing that would have to be bounded further. */
const plainFormats = new Set(['uuid', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6']);

/** Events as they came, which no column of text and no `jsonb` holds: a NUL is part of them. */
const events = new Set(['actions:test.events[]', 'deadLetters:edit.json', 'internalPipelines:saveSample.texts[]']);

/** Where a schema lets in a text without a length or with any character, a number without limits, a list without an end, or anything. */
function unbounded(root: $ZodType, name = ''): string[] {
  const found: string[] = [];
  const visit = (schema: $ZodType, path: string): void => {
    const { def } = (schema as $ZodTypes)._zod;
    const checks = (def.checks ?? []).map(
      ({ _zod }) => _zod.def as { readonly check: string; readonly format?: string; readonly pattern?: RegExp },
    );
    const has = (name: string) => checks.some(({ check }) => check === name);
    switch (def.type) {
      case 'string': {
        const formats = [...checks, def as { readonly format?: string; readonly pattern?: RegExp }];
        if (formats.some(({ format }) => format !== undefined && plainFormats.has(format))) return;
        if (!has('max_length')) found.push(`${path}: a text without a length`);
        const refuses = (text: string) =>
          formats.some(({ format, pattern }) => format !== 'url' && pattern && !new RegExp(pattern).test(text));
        if (!refuses('https://a.bc/a\ud800')) found.push(`${path}: a text with a lone surrogate`);
        if (!refuses('https://a.bc/a\0') && !events.has(path)) found.push(`${path}: a text with a NUL`);
        return;
      }
      case 'number':
        if (!has('greater_than') || !has('less_than')) found.push(`${path}: a number without limits`);
        return;
      case 'array':
        if (!has('max_length') && !has('length_equals')) found.push(`${path}: a list without an end`);
        return visit(def.element, `${path}[]`);
      case 'object':
        for (const [name, member] of Object.entries(def.shape)) visit(member, `${path}.${name}`);
        return;
      case 'record':
        visit(def.keyType, `${path} (key)`);
        return visit(def.valueType, `${path}{}`);
      case 'union':
        for (const option of def.options) visit(option, path);
        return;
      case 'optional':
      case 'nullable':
      case 'default':
        return visit(def.innerType, path);
      case 'pipe':
        return visit(def.out, path);
      case 'unknown': {
        const own = (json._zod.def.checks ?? [])[0];
        if (!(def.checks ?? []).some((check) => check === own)) found.push(`${path}: anything`);
        return;
      }
      case 'boolean':
      case 'enum':
      case 'literal':
        return;
      default:
        found.push(`${path}: ${def.type}, which this test does not know`);
    }
  };
  visit(root, name);
  return found;
}

const operations = Object.entries(contract).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, made]): [string, Made] => [`${noun}:${verb}`, made as unknown as Made]),
);

test.each(operations)(
  '%s takes no text, number, list or value without bounds (use the constructors of @acequia/base/bounded)',
  (name, made) => {
    expect(unbounded(made['~orpc'].inputSchema, name)).toEqual([]);
  },
);

test('what has no bounds is found', async () => {
  const z = await import('zod');
  const shape = z.object({
    text: z.string(),
    long: z.string().max(9),
    number: z.int(),
    list: z.array(z.literal(1)),
    anything: z.unknown().optional(),
    record: z.record(z.string(), z.boolean()),
    address: z.url().max(9),
    event: raw(9),
  });
  expect(unbounded(shape).map((fault) => fault.split(':')[0])).toEqual([
    '.text',
    '.text',
    '.text',
    '.long',
    '.long',
    '.number',
    '.list',
    '.anything',
    '.record (key)',
    '.record (key)',
    '.record (key)',
    '.address',
    '.address',
    '.event',
  ]);
});

test('two operations never share a method and a path, whatever their parameters are called', () => {
  const routes = operations.map(([name, made]) => {
    const { route } = made['~orpc'] as unknown as { readonly route: { readonly method: string; readonly path: string } };
    return { name, at: `${route.method} ${route.path.replaceAll(/\{[^}]*\}/g, '{}')}` };
  });
  const shared = [...Map.groupBy(routes, ({ at }) => at)]
    .filter(([, list]) => list.length > 1)
    .map(([at, list]) => [at, list.map(({ name }) => name)]);
  expect(shared).toEqual([]);
});
