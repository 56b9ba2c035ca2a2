import { parseConfig, type ConfigSchema, type Definition } from '@acequia/component-sdk/definition';
import { fieldSet } from '@acequia/event';
import { describe, expect, test } from 'vitest';
import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from './definitions.ts';

const nested = (open: '[' | '{"a":', depth: number): unknown =>
  JSON.parse(`${open.repeat(depth)}1${(open === '[' ? ']' : '}').repeat(depth)}`);
/** As the contract bounds JSON values. */
const depthMax = 64;
const hostile: readonly unknown[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '😀',
  '\r\n',
  '__proto__',
  'x'.repeat(1024 * 1024),
  `${'9'.repeat(400)}d`,
  `${'9'.repeat(400)} GB`,
  '0s',
  '1e400',
  '-1',
  '(a+)+$',
  '('.repeat(2000),
  '[',
  '(?<a>x)(?<a>y)',
  '{{'.repeat(2000),
  '${',
  '%{GREEDYDATA',
  '\\',
  '\\x',
  -1,
  0,
  -0,
  1.5,
  2 ** 31,
  2 ** 32,
  1e15,
  8.64e15,
  8_640_000_000_000_001,
  2 ** 53,
  1e308,
  null,
  true,
  [],
  {},
  [null],
  ['', ''],
  [{}],
  { a: { b: '\0' } },
  nested('[', depthMax),
  nested(`{"a":`, depthMax),
  Array.from({ length: 1001 }, (_, index) => `f${index}`),
  Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`f${index}`, index])),
];

const named = [
  ...Object.values<Definition>(listenerDefinitions),
  ...Object.values<Definition>(actionDefinitions),
  ...Object.values<Definition>(datasinkDefinitions),
].map((definition) => [`${definition.kind} ${definition.id}`, definition] as const);

/** Every member of a value, those inside of members too. */
function members(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  return [...(path.length === 0 ? [] : [path]), ...Object.entries(value).flatMap(([key, member]) => members(member, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** What the server and the console ask a definition about a configuration that was accepted. */
function askAbout(definition: Definition, part: 'config' | 'node', config: never): void {
  const input = fieldSet([['a', 'string']]);
  if (definition.kind === 'listener') {
    definition.overview(config, 'en');
    definition.outputs(config);
    definition.binds(config);
    definition.sendCommands(config, '127.0.0.1');
  } else if (definition.kind === 'action') {
    definition.overview(config, 'en');
    definition.ports(config);
    definition.outputs(config, input);
    definition.check(config, input);
    definition.remembers?.(config);
  } else if (part === 'node') {
    definition.ports(config);
    definition.check(config, input);
  } else definition.overview(config, undefined, 'en');
}

describe('a configuration with one hostile value is accepted or refused, and breaks nothing', () => {
  test.each(named)('%s', (_name, definition) => {
    const parts: readonly (readonly ['config' | 'node', ConfigSchema, readonly unknown[]])[] =
      definition.kind === 'datasink'
        ? [
            ['config', definition.creation, definition.examples.map(({ creation }) => creation)],
            ['node', definition.node, definition.examples.map(({ node }) => node)],
          ]
        : [['config', definition.config, definition.examples.map(({ config }) => config)]];
    const broken: unknown[] = [];
    let [accepted, refused] = [0, 0];
    for (const [part, schema, examples] of parts)
      for (const example of examples)
        for (const place of members(example))
          for (const value of hostile) {
            try {
              const read = parseConfig(schema, replaced(example, place, value));
              if (read.ok) askAbout(definition, part, read.value as never);
              if (read.ok) accepted += 1;
              else refused += 1;
            } catch (error) {
              broken.push({ place: place.join('.'), value: JSON.stringify(value)?.slice(0, 80), error: String(error).slice(0, 200) });
            }
          }
    expect(broken.slice(0, 5)).toEqual([]);
    if (definition.id !== 'null') expect(Math.min(accepted, refused)).toBeGreaterThan(0);
  });
});
