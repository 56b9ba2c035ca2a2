import type { OperationMeta, OperationName } from '@acequia/contract';
import { contract, errorCodes } from '@acequia/contract';
import { silentLog, type Log } from '@acequia/base';
import { actionDefinitions, datasinkDefinitions, listenerDefinitions } from '@acequia/components/definitions';
import type { PipelineNode } from '@acequia/pipeline';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedCatalogue, type Catalogue } from '../catalogue/catalogue.ts';
import { tenants } from '../db/schema/index.ts';
import { testCatalogue } from '../test-catalogue.ts';
import { createTestApp, operationNames, testCluster, type Browser, type TestApp } from '../test-app.ts';
import { describeApi, type ApiDocument } from './describe-api.ts';
import { furnish, validInputs, type Ids } from './test-inputs.ts';

/**
 * Every operation of the OpenAPI document is called with what its schema allows and with what breaks databases, calendars and
 * encodings, as any client could. The server may refuse with a 4xx; 5xx is never an answer, but for what is documented as busy.
 */

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly allOf?: readonly Schema[];
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}
interface Call {
  readonly name: OperationName;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
}

const hostileTexts = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '',
  ' ',
  '\u202e',
  'é'.repeat(300),
  'a'.repeat(70_000),
  "' or 1=1 --",
  '../../x',
  '%00',
  '__proto__',
  '\r\nx: y',
  '😀',
  '9007199254740993',
  'Infinity',
];
const hostileNumbers = [
  -1,
  0,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  1e15,
  8.64e15,
  8_640_000_000_000_001,
  -8_640_000_000_000_001,
  2 ** 53 - 1,
  2 ** 53,
  1e20,
  1e308,
  253_402_300_800_000,
];
const deep = JSON.parse(`${'['.repeat(2000)}${']'.repeat(2000)}`) as unknown;
const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 4, arbitrary: fc.constantFrom(...hostileNumbers) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, [], {}, [null], { a: { b: '\0' } }, ['\ud800'], deep) },
);

/** Values that a schema allows, near its limits, and here and there something else. */
function valueOf(schema: Schema, ids: readonly string[], depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: depth === 0 ? 60 : 20, arbitrary: allowed(schema, ids, depth) }, { weight: 1, arbitrary: hostile });
}

function allowed(schema: Schema, ids: readonly string[], depth: number): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return depth > 8 ? fc.constant(null) : allowed(referred(schema.$ref), ids, depth + 1);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => allowed(option, ids, depth + 1)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...ids) },
        { weight: 4, arbitrary: fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 40), unit: 'binary' }) },
        { weight: 1, arbitrary: fc.constantFrom(...hostileTexts) },
      );
    case 'integer':
    case 'number':
      return fc.oneof(
        fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 0),
        fc.nat({ max: 1000 }).map((n) => Math.min((schema.minimum ?? 0) + n, schema.maximum ?? Infinity)),
        fc.constantFrom(...hostileNumbers),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, ids, depth + 1), { minLength: Math.min(schema.minItems ?? 0, 3), maxLength: 3 });
    case 'object': {
      const members = Object.entries(schema.properties ?? {}).map(([name, member]) => [name, valueOf(member, ids, depth + 1)] as const);
      if (members.length === 0 && typeof schema.additionalProperties === 'object')
        return fc.dictionary(
          fc.constantFrom('port', 'address', 'x', '\0', '__proto__'),
          valueOf(schema.additionalProperties, ids, depth + 1),
          { maxKeys: 3 },
        );
      return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])] as never[] });
    }
    default:
      return depth > 6 ? fc.constant(null) : fc.oneof(hostile, fc.jsonValue({ maxDepth: 2 }));
  }
}

/** A configuration of a component, or what one is made of. */
function referred(pointer: string): Schema {
  let part: unknown = document;
  for (const step of pointer.slice(2).split('/')) part = (part as Readonly<Record<string, unknown>>)[step];
  return part as Schema;
}

/** One leaf of a valid input, or one of its members, replaced by something else. */
function mutated(valid: unknown): fc.Arbitrary<unknown> {
  const places = leaves(valid);
  if (places.length === 0) return fc.constant(valid);
  return fc.tuple(fc.constantFrom(...places), hostile).map(([place, value]) => replaced(valid, place, value));
}

function leaves(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return path.length === 0 ? [] : [path];
  const inner = Object.entries(value).flatMap(([key, member]) => leaves(member, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

/** As JSON allows it: a lone surrogate by its escape. */
const encode = (part: unknown): string =>
  encodeURIComponent((typeof part === 'string' ? part : (JSON.stringify(part) ?? '')).toWellFormed());

function requestOf({ method, path, parameters, body }: Call, input: unknown): { readonly path: string; readonly init: RequestInit } {
  const values = (typeof input === 'object' && input !== null ? { ...input } : {}) as Record<string, unknown>;
  const query: string[] = [];
  let at = path;
  for (const parameter of parameters) {
    const value = values[parameter.name];
    delete values[parameter.name];
    if (parameter.in === 'path')
      at = at.replace(
        `{${parameter.name}}`,
        encode(value ?? 'x')
          .slice(0, pathCharsMax)
          .replace(/%.?$/, '') || '%20',
      );
    else if (Array.isArray(value)) query.push(...value.map((each) => `${parameter.name}=${encode(each)}`));
    else if (value !== undefined) query.push(`${parameter.name}=${encode(value)}`);
  }
  return {
    path: `/api/v1${at}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    init: body
      ? {
          method,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(typeof input === 'object' && input !== null ? values : input),
        }
      : { method },
  };
}

const metaOf = (name: OperationName): OperationMeta => {
  const [noun = '', verb = ''] = name.split(':');
  return (contract as unknown as Record<string, Record<string, { '~orpc': { meta: OperationMeta } }>>)[noun]![verb]!['~orpc'].meta;
};

/** Toys, which the inputs name, and everything that is shipped. */
const catalogue: Catalogue = {
  listener: (id) => testCatalogue.listener(id) ?? shippedCatalogue.listener(id),
  action: (id) => testCatalogue.action(id) ?? shippedCatalogue.action(id),
  datasink: (id) => testCatalogue.datasink(id) ?? shippedCatalogue.datasink(id),
};

/** What ends the session that calls, or changes who its user is, is called by somebody who is not needed afterwards. */
const endsItself: readonly OperationName[] = ['auth:removeToken', 'auth:changeTenant', 'auth:acceptInvite', 'auth:updatePassword'];
const seed = 20_261_124;
const runs = 30;
/** Calls under way at a time. */
const atOnce = 4;
const pathCharsMax = 2000;
/** What others still need is taken away last. */
const takesAway = (name: OperationName) => /:(remove|delete|end|discard)/.test(name);
const inOrder = [...operationNames].sort((a, b) => Number(takesAway(a)) - Number(takesAway(b)));

let document: ApiDocument;
let server: TestApp;
let owner: Browser;
let ids: Ids;
const spare = new Map<OperationName, Browser>();
const calls = new Map<OperationName, Call>();
/** What the server's log says of answers it could not make. */
const faults: string[] = [];

beforeAll(async () => {
  const log: Log = {
    ...silentLog,
    error: (fields, text) => {
      const { error, job = '', queue = job } = fields as { readonly error?: unknown; readonly queue?: string; readonly job?: string };
      const cause = causeOf(error);
      const fault = `${queue} ${text}: ${String(cause)}, ${String(error)}`.slice(0, 600);
      // How long a statement of a job beside the calls takes is a matter of the machine; the job tries again.
      if (queue !== '' && (cause as { readonly code?: unknown } | undefined)?.code === queryCanceled) process.stderr.write(`${fault}\n`);
      else faults.push(fault);
    },
  };
  // A statement that a busy machine makes slow is no fault of an input.
  const statementTimeoutMs = 60_000;
  server = await createTestApp({ callLimit: { perSecond: 1e6, burst: 1e6 }, log, egress: 'public-only', catalogue, statementTimeoutMs });
  owner = await server.user('owner');
  // Else what an operator's owner alone may do is refused before its input is looked at.
  await server.db.database.gate.update(tenants).set({ operator: true });
  ids = await furnish(server, owner, 23_000);
  for (const name of endsItself) spare.set(name, await server.user('owner'));
  document = await describeApi('test');
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, described] of Object.entries(methods) as unknown as [string, Described][]) {
      const name = described.operationId.replace('.', ':') as OperationName;
      const body = described.requestBody?.content['application/json'].schema;
      calls.set(name, { name, method: method.toUpperCase(), path, parameters: described.parameters ?? [], body });
    }
});
afterAll(() => server.stop());

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error);
/** SQLSTATE of a statement that took longer than it may. */
const queryCanceled = '57014';

interface Answer {
  readonly status: number;
  readonly code: string;
  /** What is wrong with each field, by its path. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether the operation's contract has the code; undefined of what is no refusal by an operation. */
  readonly defined: boolean | undefined;
  readonly retryAfter: string | null;
  readonly id: string | undefined;
}

/** Reads the answer; of a stream only that it began. */
async function answerOf(browser: Browser, call: Call, input: unknown): Promise<Answer> {
  const { path, init } = requestOf(call, input);
  const abort = new AbortController();
  const response = await browser.fetch(path, { ...init, headers: { ...init.headers, 'x-acequia': 'test' }, signal: abort.signal });
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const body: unknown = stream ? {} : await response.json().catch(() => ({}));
  abort.abort();
  const { code, id, data, defined } = (body ?? {}) as {
    readonly code?: unknown;
    readonly id?: unknown;
    readonly data?: Partial<Answer>;
    readonly defined?: boolean;
  };
  const text = (part: unknown) => (typeof part === 'string' ? part : undefined);
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, code: text(code) ?? '', fields: data?.fields ?? {}, defined, retryAfter, id: text(id) };
}

function complaint(name: OperationName, { status, code, defined, retryAfter }: Answer): string | undefined {
  if (status < 500) return status >= 400 && defined === false ? `${code} is not in the contract` : undefined;
  const documented = (metaOf(name).errors as readonly string[]).includes(code) && errorCodes[code as 'ACQ-BUSY'].status === 503;
  return status === 503 && documented && retryAfter !== null ? undefined : `${status} ${code}`;
}

const takesNothing = ({ parameters, body }: Call) =>
  parameters.length === 0 && Object.keys(body?.properties ?? body?.anyOf ?? {}).length === 0;

describe('no input makes the server fail', () => {
  test('every operation of the document is tried', () => {
    expect([...calls.keys()].sort()).toEqual([...operationNames].sort());
  });

  test.each(inOrder)('%s', async (name) => {
    const call = calls.get(name)!;
    const caller = spare.get(name) ?? owner;
    const seen = new Set<string>();
    const known = Object.values(ids) as string[];
    const inputs = fc.constant(0).chain(() => {
      const valid = validInputs(ids)[name] as Record<string, unknown>;
      const members = { ...Object.fromEntries(call.parameters.map(({ name: key, schema }) => [key, schema])), ...call.body?.properties };
      const usual = (key: string, schema: Schema) =>
        key in valid
          ? fc.oneof({ weight: 3, arbitrary: fc.constant(valid[key]) }, { weight: 1, arbitrary: valueOf(schema, known) })
          : fc.option(valueOf(schema, known), { nil: undefined });
      const fromSchema = fc.record(Object.fromEntries(Object.entries(members).map(([key, schema]) => [key, usual(key, schema)])));
      return fc.oneof(
        fromSchema,
        call.body
          ? valueOf(call.body, known).map((body) =>
              typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...valid, ...body } : body,
            )
          : fromSchema,
        mutated(valid),
      );
    });
    const waiting = fc.sample(inputs, { seed, numRuns: takesNothing(call) ? 3 : runs });
    const wrong: unknown[] = [];
    const work = async () => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
        const answer = await answerOf(caller, call, each);
        seen.add(`${answer.status} ${answer.code}`);
        const said = complaint(name, answer);
        if (said !== undefined) wrong.push({ said, input: JSON.stringify(each).slice(0, 600) });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const found = [...wrong.slice(0, 3), ...faults.splice(0)];
    expect(found, JSON.stringify(found)).toEqual([]);
    // Not all were turned away before the operation looked at them.
    expect([...seen.keys()].filter((key) => !/^(401|429|431) /.test(key))).not.toEqual([]);
  });
});

/** Each alone in an input that is valid otherwise: what a database, a calendar or an encoding cannot hold, and what no field is as long as. */
const hostileLeaves = ['a\0b', 'x\udfff', 'a'.repeat(700_000), 1e15, 8_640_000_000_000_001, -8_640_000_000_000_001];

/** A place in an input that holds no other values. */
interface Leaf {
  readonly at: readonly string[];
  /** The input with a value there; everything else in it is valid. */
  readonly put: (value: unknown) => unknown;
}

/** Every leaf that a schema allows, also those that `given`, which is valid, leaves out. */
function leavesOf(schema: Schema, given: unknown): readonly Leaf[] {
  if (schema.$ref !== undefined) return leaves(given).map((at) => ({ at, put: (value) => replaced(given, at, value) }));
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const all = options.flatMap((option) => leavesOf(option, fits(option, given) ? given : undefined));
    return [...new Map(all.map((leaf) => [leaf.at.join('\0'), leaf])).values()];
  }
  const base = given ?? sampleOf(schema);
  const within = (key: string, member: Schema, value: unknown) =>
    leavesOf(member, value).map(({ at, put }) => ({ at: [key, ...at], put: (leaf: unknown) => replaced(base, [key], put(leaf)) }));
  if (schema.type === 'array') return within('0', schema.items ?? {}, (base as readonly unknown[])[0]);
  if (schema.type !== 'object') return [{ at: [], put: (value) => value }];
  const values = base as Readonly<Record<string, unknown>>;
  if (schema.properties) return Object.entries(schema.properties).flatMap(([key, member]) => within(key, member, values[key]));
  if (typeof schema.additionalProperties !== 'object') return [];
  const [key = 'k'] = Object.keys(values);
  return within(key, schema.additionalProperties, values[key]);
}

/** Whether a value that is valid is so as this alternative. */
function fits({ type, const: constant, required = [], properties }: Schema, value: unknown): boolean {
  if (type !== 'object') return type === undefined || type === (Array.isArray(value) ? 'array' : typeof value) || constant === value;
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return required.every((key) => key in members && (properties?.[key]?.const ?? members[key]) === members[key]);
}

/** A valid value. */
function sampleOf(schema: Schema): unknown {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.some(({ type }) => type === 'null') ? null : sampleOf(options[0]!);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'string': {
      const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
        pattern === undefined ? [] : [new RegExp(pattern, 'u')],
      );
      const texts = [sampleTexts.get(schema.format ?? ''), 'x'.repeat(schema.minLength ?? 1), '0', 'aw=='];
      return texts.find((text) => text !== undefined && patterns.every((pattern) => pattern.test(text)));
    }
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return false;
    case 'array':
      return (schema.minItems ?? 0) > 0 ? [sampleOf(schema.items ?? {})] : [];
    default:
      return Object.fromEntries((schema.required ?? []).map((key) => [key, sampleOf(schema.properties?.[key] ?? {})]));
  }
}
const sampleTexts: ReadonlyMap<string, string> = new Map([
  ['email', 'a@b.cc'],
  ['uuid', '00000000-0000-4000-8000-000000000001'],
  ['uri', 'https://x.example/'],
  ['ipv4', '10.0.0.1'],
  ['ipv6', '::1'],
  ['cidrv4', '10.0.0.0/8'],
  ['cidrv6', 'fe80::/10'],
  ['date-time', '2026-01-01T00:00:00Z'],
]);

/** What the contract says of an input, where it is what the server reads of the address and the body. */
async function isAllowed({ name, parameters }: Call, input: unknown): Promise<boolean> {
  const read = { ...(input as Readonly<Record<string, unknown>>) };
  const text = (part: unknown) => decodeURIComponent(encode(part));
  for (const parameter of parameters) {
    const value = read[parameter.name];
    if (value !== undefined) read[parameter.name] = Array.isArray(value) ? value.map(text) : text(value);
  }
  const [noun = '', verb = ''] = name.split(':');
  const made = contract as unknown as Record<string, Record<string, { '~orpc': { inputSchema: Validator } }>>;
  return (await made[noun]![verb]!['~orpc'].inputSchema['~standard'].validate(read)).issues === undefined;
}
interface Validator {
  readonly '~standard': { readonly validate: (value: unknown) => Promise<{ readonly issues?: unknown }> };
}

/** Whether a refusal names what is at fault, and besides only what does not fit to it. A configuration's paths begin inside of it. */
function namesLeaf({ code, fields }: Answer, at: readonly string[]): boolean {
  const path = at.join('.');
  const own = code === 'ACQ-CONFIG' ? [path, at.slice(1).join('.'), at[0]] : [path];
  const others = Object.entries(fields).filter(([key]) => !own.includes(key));
  return others.length < Object.keys(fields).length && others.every(([, fault]) => relations.has(fault));
}
/** What a member has to do with another one. */
const relations = new Set<unknown>(['custom', 'before_start']);
/** Whether a refusal says what is wrong by itself, or in which state a thing is, rather than which field is at fault. */
const saysItself = ({ code, fields }: Answer): boolean => code !== 'WEB-00022' && (code !== 'ACQ-CONFIG' || 'status' in fields);

describe('one hostile value in a valid input is taken, or refused with its field', () => {
  beforeAll(async () => void (ids = await furnish(server, owner, 24_000)));

  test.each(inOrder)('%s', async (name) => {
    const call = calls.get(name)!;
    const caller = spare.get(name) ?? owner;
    const valid = validInputs(ids)[name] as Readonly<Record<string, unknown>>;
    const properties = Object.fromEntries(call.parameters.map((parameter) => [parameter.name, parameter.schema]));
    const leafs = [{ type: 'object', properties }, ...(call.body ? [call.body] : [])].flatMap((schema) => leavesOf(schema, valid));
    expect(leafs.length === 0).toBe(takesNothing(call));
    // A longer address is no request.
    const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, pathCharsMax) : value);
    const waiting = leafs.flatMap((leaf) =>
      hostileLeaves.map((value) => ({ ...leaf, value: leaf.at[0]! in properties ? short(value) : value })),
    );
    const wrong: unknown[] = [];
    const work = async () => {
      for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
        const input = each.put(each.value);
        const allowed = await isAllowed(call, input);
        const answer = await answerOf(caller, call, input);
        const { status, code, fields } = answer;
        const documented = (metaOf(name).errors as readonly string[]).includes(code) && complaint(name, answer) === undefined;
        const named = namesLeaf(answer, each.at);
        const fine = allowed ? status < 300 || (documented && (named || saysItself(answer))) : status === 400 && documented && named;
        if (!fine) wrong.push({ at: each.at.join('.'), value: String(each.value).slice(0, 20), allowed, status, code, fields });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const found = [...wrong.slice(0, 5), ...faults.splice(0)];
    expect(found, JSON.stringify(found)).toEqual([]);
  });
});

/** Where a configuration of a component goes in, by kind. */
const configured: readonly { readonly title: string; readonly examples: readonly unknown[]; readonly calls: readonly Configured[] }[] = [
  ...Object.values(listenerDefinitions).map(({ id, examples }) => ({
    title: `listener ${id}`,
    examples: examples.map(({ config }) => config),
    calls: [
      (config: unknown): OneCall => ['listeners:create', { ...validInput('listeners:create'), component: id, config }],
      (config: unknown) => changeOf('listeners', made.get(`listener ${id}`), config),
    ],
  })),
  ...Object.values(actionDefinitions).map(({ id, examples }) => ({
    title: `action ${id}`,
    examples: examples.map(({ config }) => config),
    calls: [
      (config: unknown): OneCall => ['actions:test', { component: id, config, events: ['{"a":1}'] }],
      (config: unknown): OneCall => [
        'pipelines:create',
        { ...validInput('pipelines:create'), document: documentOf(actionNode(id, config)) },
      ],
      (config: unknown): OneCall => [
        'internalPipelines:create',
        { ...validInput('internalPipelines:create'), document: documentOf(actionNode(id, config)) },
      ],
    ],
  })),
  ...Object.values(datasinkDefinitions).map(({ id, examples }) => ({
    title: `data sink ${id}`,
    examples: examples.map(({ creation }) => creation),
    calls: [
      (config: unknown): OneCall => ['datasinks:create', { ...validInput('datasinks:create'), component: id, config }],
      (config: unknown): OneCall => ['datasinks:probe', { component: id, config, clusterId: testCluster }],
      (config: unknown) => changeOf('datasinks', made.get(`data sink ${id}`), config),
    ],
  })),
  ...Object.values(datasinkDefinitions).map(({ id, examples }) => ({
    title: `node of a data sink ${id}`,
    examples: examples.map(({ node }) => node),
    calls: [
      (config: unknown): OneCall => [
        'pipelines:create',
        { ...validInput('pipelines:create'), document: documentOf(datasinkNode(id, config)) },
      ],
    ],
  })),
  {
    title: 'condition',
    examples: [
      { form: 'visual', ast: { field: 'a', op: 'exists' } },
      {
        form: 'visual',
        ast: {
          and: [
            { field: 'a.b', op: 'eq', value: 5 },
            { or: [{ field: 'c', op: 'in', value: ['x', 'y'] }, { not: { field: 'd', op: 'matches', value: 'a+' } }] },
          ],
        },
      },
      { form: 'code', ast: { field: 'a', op: 'eq', value: 5 }, code: 'a = 5' },
    ],
    calls: [
      (condition: unknown): OneCall => ['labels:create', { ...validInput('labels:create'), condition }],
      (condition: unknown): OneCall => ['labels:matches', { ...validInput('labels:matches'), draft: { condition } }],
      (condition: unknown): OneCall => ['dataHistory:search', { ...validInput('dataHistory:search'), condition }],
    ],
  },
];
type OneCall = readonly [OperationName, object];
type Configured = (config: unknown) => OneCall | Promise<OneCall>;
/** With the newest revision, so that the change is not refused as a late one. */
const changeOf = async (noun: 'listeners' | 'datasinks', id: string | undefined, config: unknown): Promise<OneCall> => {
  if (id === undefined) return [`${noun}:list`, {}];
  const { revision } = await owner.call(`${noun}:find`, { id });
  return [`${noun}:update`, { ...validInput(`${noun}:update`), id, revision, config }];
};
/** Ids of what was made with the first example, to be changed. */
const made = new Map<string, string>();
const validInput = (name: OperationName): object => validInputs(ids)[name] as object;
const place = { id: 'n', position: { x: 0, y: 0 }, name: '', comment: '' };
const actionNode = (component: string, config: unknown): PipelineNode =>
  ({ ...place, kind: 'action', component, version: actionDefinitions[component as 'parser'].version, config }) as PipelineNode;
const datasinkNode = (component: string, config: unknown): PipelineNode =>
  ({
    ...place,
    kind: 'datasink',
    datasinkId: ids.datasink,
    component,
    version: datasinkDefinitions[component as 'file'].version,
    config,
  }) as PipelineNode;
const documentOf = (node: PipelineNode) => ({
  format: 1,
  nodes: [{ ...place, id: 'label', kind: 'label', listenerId: ids.listener, labelId: 'all' }, node],
  links: [{ id: 'l', from: { node: 'label', port: 'default' }, to: { node: 'n' } }],
});
/** Beyond what is sent everywhere: long, and deep in every form. */
const insideOnly = [
  'x'.repeat(1024 * 1024),
  `(${'a'.repeat(500)}+)+$`,
  '{{'.repeat(5000),
  '${'.repeat(2000),
  '%{'.repeat(2000),
  '['.repeat(5000),
  '('.repeat(5000),
  Array.from({ length: 5000 }, (_, index) => `f${index}`),
  Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f${index}`, index])),
  JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`) as unknown,
];
const tries = 12;

describe('no configuration makes the server fail', () => {
  beforeAll(async () => {
    const there = async (name: 'listeners:create' | 'datasinks:create', component: string, config: unknown) =>
      owner.call(name, { ...validInput(name), component, config } as never).then(
        ({ id }) => id,
        () => undefined,
      );
    for (const { id, examples } of Object.values(listenerDefinitions)) {
      const found = await there('listeners:create', id, examples[0]!.config);
      if (found !== undefined) made.set(`listener ${id}`, found);
    }
    for (const { id, examples } of Object.values(datasinkDefinitions)) {
      const found = await there('datasinks:create', id, examples[0]!.creation);
      if (found !== undefined) made.set(`data sink ${id}`, found);
    }
    ids = await furnish(server, owner, 25_000);
  });

  test.each(configured)('$title', async ({ examples, calls: sent }) => {
    const values = fc.oneof({ weight: 3, arbitrary: hostile }, { weight: 2, arbitrary: fc.constantFrom<unknown>(...insideOnly) });
    const inputs = fc.tuple(fc.constantFrom(...sent), fc.constantFrom<unknown>(...examples)).chain(([call, example]) => {
      const places = leaves(example);
      const config =
        places.length === 0
          ? fc.constant(example)
          : fc.tuple(fc.constantFrom(...places), values).map(([at, value]) => replaced(example, at, value));
      return fc.oneof({ weight: 9, arbitrary: config }, { weight: 1, arbitrary: fc.constant(example) }).map((config) => () => call(config));
    });
    const wrong: unknown[] = [];
    const seen = new Set<string>();
    const send = async ([name, input]: OneCall) => {
      const answer = await answerOf(owner, calls.get(name)!, input);
      seen.add(`${name} ${answer.status} ${answer.code}`);
      const said = complaint(name, answer);
      if (said !== undefined) wrong.push({ said, name, input: JSON.stringify(input).slice(0, 600) });
      return answer;
    };
    for (const call of fc.sample(inputs, { seed, numRuns: tries })) {
      const { id } = await send(await call());
      // A draft holds what it is given; what is wrong with it is found when it is looked at and published.
      if (id?.startsWith('PL_') !== true) continue;
      await send(['pipelines:getVersion', { id, version: 'Main' }]);
      await send(['pipelines:publishVersion', { ...validInput('pipelines:publishVersion'), id, revision: 1 }]);
    }
    for (const name of ['listeners:list', 'datasinks:list', 'pipelines:list', 'labels:list'] as const) await send([name, {}]);
    expect([...seen].some((key) => / 200 /.test(key) || key.endsWith('ACQ-CONFIG') || key.endsWith('ACQ-LABEL-CONDITION'))).toBe(true);
    const found = [...wrong.slice(0, 3), ...faults.splice(0)];
    expect(found, JSON.stringify(found)).toEqual([]);
  });
});
