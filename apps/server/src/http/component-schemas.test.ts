import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from '@acequia/components/definitions';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { describeApi, type ApiDocument } from './describe-api.ts';
import { renderReference } from './reference-page.ts';

let document: ApiDocument;
beforeAll(async () => {
  document = await describeApi('test');
});

function* parts(part: unknown, path: readonly string[] = []): Generator<{ readonly path: readonly string[]; readonly part: object }> {
  if (typeof part !== 'object' || part === null) return;
  yield { path, part };
  for (const [key, member] of Object.entries(part)) yield* parts(member, [...path, key]);
}

const referred = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((part, step) => (part as Readonly<Record<string, unknown>> | undefined)?.[step], document);

/** As one that stands alone. */
const alone = (name: string): Parameters<typeof z.fromJSONSchema>[0] =>
  JSON.parse(JSON.stringify(document.components!.schemas![name]).replaceAll(`#/components/schemas/${name}/`, '#/')) as Parameters<
    typeof z.fromJSONSchema
  >[0];
const accepts = (name: string, value: unknown): boolean => z.fromJSONSchema(alone(name)).safeParse(value).success;

describe('the document says what configurations are', () => {
  test('every reference leads somewhere', () => {
    const pointers = [...parts(document)].flatMap(({ part }) => ('$ref' in part ? [String(part.$ref)] : []));
    expect(pointers.length).toBeGreaterThan(50);
    expect(pointers.filter((pointer) => typeof referred(pointer) !== 'object')).toEqual([]);
  });

  test('no request takes a configuration or a condition of which nothing is said', () => {
    const silent: string[] = [];
    for (const methods of Object.values(document.paths))
      for (const { operationId, requestBody } of Object.values(methods))
        for (const { path, part } of parts(requestBody))
          if (['config', 'condition'].includes(path.at(-1)!) && path.at(-2) === 'properties' && !JSON.stringify(part).includes('$ref'))
            silent.push(`${operationId}: ${path.join('/')}`);
    expect(silent).toEqual([]);
  });

  const examples = [
    ...Object.values(listenerDefinitions).flatMap(({ id, examples }) => examples.map(({ config }) => [`listener-${id}`, config] as const)),
    ...Object.values(actionDefinitions).flatMap(({ id, examples }) => examples.map(({ config }) => [`action-${id}`, config] as const)),
    ...Object.values(datasinkDefinitions).flatMap(({ id, examples }) =>
      examples.flatMap(({ creation, node }) => [[`datasink-${id}`, creation] as const, [`datasink-node-${id}`, node] as const]),
    ),
  ];
  test.each(examples)('%s takes the examples of its component, and no list', (name, config) => {
    expect(accepts(name, config)).toBe(true);
    expect(accepts(name, [config])).toBe(false);
  });

  test('the page shows each of them', () => {
    const page = renderReference(document, 'n');
    for (const name of Object.keys(document.components!.schemas!)) expect(page).toContain(`id="schema-${name}"`);
  });
});
