import { isDeepStrictEqual } from 'node:util';
import { boundRun, createKernels, createSlotTable, fork, startNode, type BatchView, type Kernels } from '@acequia/batch';
import type { ActionDefinition } from '@acequia/component-sdk/definition';
import { ExpressionError, expressionLimits, parseExpression, spendRun, stepsLeft, type StoredExpression } from '@acequia/event';
import { describe, expect, test } from 'vitest';
import { detectorIds } from './actions/redact/detector-ids.ts';
import { actionDefinitions } from './definitions.ts';
import { findActionRuntime } from './runtimes.ts';
import { fieldsOf, viewOf, type TestEvent } from './testing/event-view.ts';
import { compileStep, type TestStep } from './testing/run-step.ts';

type ActionId = keyof typeof actionDefinitions;

const { runSteps, eventSteps } = expressionLimits;
/** Steps that one event, or kernels over one block, may take beyond the budget before the step is asked again. */
const overMax = 10_000_000;
/** More often than any version runs one action over a block. */
const passesMax = 20_000;

function code(text: string): StoredExpression {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return { form: 'code', ast: parsed.value, code: text };
}
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

/** A block that is full: 300 events of 1 KB, as one POST brings them. */
const pairs = times(30, (n) => `key${n}=value${n}@example.com/4111111111111111,`).join(' ');
const fullBlock: readonly TestEvent[] = times(300, (n) => ({
  _raw: `${n} ${pairs}`.slice(0, 1000),
  m: `${n} ${pairs}`.slice(0, 1000),
  a: 'a'.repeat(1000),
  k: `k${n}`,
  n,
}));

/** The most that each action can be made to do; every action has some. */
const hostile: Readonly<Record<ActionId, Readonly<Record<string, object>>>> = {
  'field-transformation': {
    'a digest of a digest …': { steps: times(50, (n) => ({ field: 'm', operation: 'sha-2', output: `h${n}` })) },
    'matches that look ahead': {
      steps: times(50, (n) => ({
        field: 'a',
        operation: 'find-and-replace',
        parameters: { kind: 'regex', find: 'a(?:[^b]*b)?', replacement: 'c' },
        output: `r${n}`,
      })),
    },
    'names by patterns': {
      steps: times(50, () => ({ field: 'm', operation: 'remove', parameters: { names: times(100, (n) => `x*${n}`) } })),
    },
    'plain changes': { steps: times(50, () => ({ field: 'm', operation: 'upper-case' })) },
    copies: { steps: times(50, (n) => ({ field: 'm', operation: 'copy', output: `c${n}` })) },
  },
  'field-generator': {
    'cheap expressions': {
      fields: times(40, (n) => ({ name: `g${n}`, expression: code(`concat(${times(8, () => 'upper(${m})').join(', ')})`) })),
    },
    buckets: { fields: times(100, (n) => ({ name: `b${n}`, source: 'hash-bucket', field: 'm' })) },
    ids: { fields: times(100, (n) => ({ name: `u${n}`, source: 'uuid-v7' })) },
    constants: { fields: times(100, (n) => ({ name: `l${n}`, source: 'literal', literal: 'x' })) },
  },
  'message-builder': {
    json: { destination: 'out', items: times(200, (n) => ({ key: `k${n}`, field: 'm' })) },
    csv: { format: 'csv', destination: 'out', items: times(200, (n) => ({ key: `k${n}`, field: 'n' })) },
    free: { format: 'free', destination: 'out', template: '${n}{{ upper(${m}) }}'.repeat(100) },
  },
  parser: {
    kv: { field: 'm', mode: 'kv' },
    json: { field: 'm', mode: 'json', onFail: 'pass' },
    xml: { field: 'm', mode: 'xml', onFail: 'pass' },
    csv: { field: 'm', mode: 'csv', columns: ['x', 'y'], onFail: 'pass' },
    regex: { field: 'm', mode: 'regex', regex: '(?<x>(?:[a-z0-9=,@./ ]*)*ñ)', onFail: 'pass' },
    grok: { field: 'm', mode: 'grok', grok: '%{COMBINEDAPACHELOG}', onFail: 'pass' },
    'branches in vain': {
      field: 'm',
      mode: 'pattern',
      pattern: `<either(${times(100, (n) => `{x${n}}ñ${n}`).join('|')})>`,
      onFail: 'pass',
    },
  },
  conditional: {
    patterns: { conditions: times(8, (n) => ({ name: `c${n}`, condition: code('${m} matches "[0-9]+ñx"') })) },
    contains: { conditions: times(8, (n) => ({ name: `c${n}`, condition: code(`\${m} contains "ñ${n}"`) })) },
    equal: { conditions: [{ name: 'c', condition: code('${k} == "none"') }] },
  },
  filter: {
    pattern: { condition: code('${m} matches "[0-9]+ñx"') },
    contains: { condition: code('${m} contains "ñ"'), mode: 'drop' },
  },
  redact: {
    'all detectors': {
      detectors: detectorIds,
      ownDetectors: times(50, (n) => ({ name: `own${n}`, regex: `value${n}[^ñ]*` })),
    },
    'addresses and cards': { detectors: ['email', 'card'], mode: 'hash', key: 'SE_key' },
    'addresses only': { detectors: ['email'] },
  },
  sampling: {
    keys: { method: 'per-key', keys: ['m', 'a', 'k', 'n'], first: 1 },
    hash: { method: 'percent', percent: 50, hashField: 'm' },
    adaptive: { method: 'adaptive', target: 100, keys: ['k'] },
    'first of': { method: 'first-of', allowed: 1, total: 2 },
  },
  dedupe: {
    keys: { keys: ['m', 'a', 'k', 'n'] },
    last: { keys: ['m', 'a', 'k', 'n'], keep: 'last-of-window', count: 'c' },
    whole: {},
  },
  'group-by': {
    'many functions': {
      keys: ['k'],
      aggregations: times(50, (n) => ({ function: n % 2 === 0 ? 'most-frequent' : 'count-distinct', expr: code('${m}'), name: `f${n}` })),
    },
    'groups given up': {
      keys: ['k'],
      slide: '1s',
      maxGroups: 10,
      aggregations: [{ function: 'count', name: 'c' }],
    },
  },
  lookup: {
    wildcard: { lookup: 'LK_1', key: '${m}', match: 'wildcard' },
    cidr: { lookup: 'LK_1', key: '${k}', match: 'cidr' },
    exact: { lookup: 'LK_1', key: '${k}' },
  },
};

const compiled = (id: ActionId, config: object, kernels?: Kernels, slots = createSlotTable()): TestStep =>
  compileStep(
    actionDefinitions[id] as unknown as ActionDefinition,
    findActionRuntime(id)!,
    config,
    kernels === undefined ? { slots } : { kernels, slots },
  );

interface Pass {
  readonly refused: readonly number[];
  readonly codes: ReadonlySet<string>;
}

/** One step as the engine runs it. */
function pass({ step }: TestStep, view: BatchView): Pass {
  const refused: number[] = [];
  const codes = new Set<string>();
  const reject = (row: number, refusal: string): void => {
    refused.push(row);
    codes.add(refusal);
  };
  const nothing = (): void => undefined;
  startNode(view, 'n1');
  try {
    spendRun(100);
    step.step(view, {
      to: nothing,
      all: nothing,
      filtered: nothing,
      merged: nothing,
      expired: nothing,
      emit: nothing,
      evicted: nothing,
      reject,
    });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { refused: Array.from(view.rows), codes: new Set([error.code]) };
  }
  return { refused, codes };
}

/** Steps that a run over this block takes. */
function stepsOfRun(block: BatchView, run: () => void): number {
  let steps = 0;
  boundRun([block], () => {
    const before = stepsLeft();
    run();
    steps = before - stepsLeft();
  });
  return steps;
}

const cases = Object.keys(actionDefinitions).flatMap((id) =>
  Object.entries(hostile[id as ActionId]).flatMap(([name, config]) =>
    ([undefined, 'wasm'] as const).map((form) => [`${id}: ${name}, ${form ?? 'row by row'}`, id as ActionId, config, form] as const),
  ),
);

describe('a version that does nothing but one action, again and again, ends with its budget', () => {
  test('every action of the catalogue is tried', () => {
    for (const id of Object.keys(actionDefinitions)) expect(Object.keys(hostile[id as ActionId] ?? {}).length, id).toBeGreaterThan(0);
  });

  test.each(cases)('%s', (_, id, config, form) => {
    const step = compiled(id, config, form && createKernels(form));
    const block = viewOf(fullBlock, step.slots);
    const before = Array.from({ length: block.count }, (_row, row) => fieldsOf(block, row));
    let passes = 0;
    const codes: ReadonlySet<string>[] = [];
    const changed: number[] = [];
    const steps = stepsOfRun(block, () => {
      for (let refused = 0; refused < block.count && passes < passesMax; passes += 1) {
        const view = fork(block);
        const outcome = pass(step, view);
        refused = outcome.refused.length;
        if (!outcome.codes.has('EXPR_LIMIT')) continue;
        codes.push(outcome.codes);
        changed.push(...outcome.refused.filter((row) => !isDeepStrictEqual(fieldsOf(view, row), before[row])));
      }
    });
    expect(codes.at(-1)).toEqual(new Set(['EXPR_LIMIT']));
    const budget = runSteps + block.count * eventSteps;
    expect(steps).toBeGreaterThan(budget);
    expect(steps).toBeLessThan(budget + overMax);
    expect(changed).toEqual([]);
  });
});

/** A block as life has them. */
const usualBlock: readonly TestEvent[] = times(300, (n) => {
  const line = `192.0.2.${n % 250} - ana [17/May/2024:14:30:${String(n % 60).padStart(2, '0')} +0000] "GET /shop/cart?id=${n} HTTP/1.1" 200 ${n * 7}`;
  return {
    _raw: line,
    message: line,
    status: 200 + (n % 5) * 100,
    ms: n,
    user: `user${n % 20}`,
    src: `10.1.0.${n % 250}`,
    src_ip: `10.1.0.${n % 250}`,
    ip: `10.1.0.${n % 250}`,
    host: `host${n % 7}`,
    service: 'payments',
    session: `s${n % 50}`,
    url: `https://example.com/shop/cart?id=${n}`,
    page: '/shop/cart',
    action: 'read',
    app_name: 'sshd',
    bytes: n * 7,
    epoch: 1_715_956_200_000 + n,
    rule: `r${n % 3}`,
    sensor: `t${n % 9}`,
  };
});

const usual = Object.values<ActionDefinition>(actionDefinitions).flatMap((definition) =>
  definition.examples.map(({ name, config }) => [`${definition.id}: ${name.en}`, definition.id as ActionId, config as object] as const),
);

describe('a usual configuration takes less than 2 % of the steps of a run for a usual block', () => {
  test.each(usual)('%s', (_, id, config) => {
    for (const kernels of [undefined, createKernels('wasm')]) {
      const step = compiled(id, config, kernels);
      const block = viewOf(usualBlock, step.slots);
      const steps = stepsOfRun(block, () => {
        expect(pass(step, fork(block)).codes).not.toContain('EXPR_LIMIT');
      });
      expect(steps).toBeGreaterThan(block.count);
      expect(steps).toBeLessThan(0.02 * runSteps);
    }
  });
});

/** What many pipelines do, one step after another. */
const pipeline: readonly (readonly [ActionId, object])[] = [
  ['parser', { field: '_raw', mode: 'grok', grok: '%{COMBINEDAPACHELOG}' }],
  ['parser', { field: 'pairs', mode: 'kv' }],
  ['parser', { field: 'payload', mode: 'json', prefix: 'app.' }],
  [
    'field-transformation',
    {
      steps: [
        { field: 'verb', operation: 'lower-case' },
        { field: 'agent', operation: 'trim', output: 'browser' },
        {
          field: 'request',
          operation: 'find-and-replace',
          parameters: { kind: 'regex', find: '[0-9]+', replacement: 'N' },
          output: 'route',
        },
        { field: 'request', operation: 'sha-2', output: 'request_hash' },
        { field: 'response', operation: 'change-type', parameters: { type: 'integer' }, output: 'status' },
        { field: 'request', operation: 'url-decode', output: 'path' },
        { field: 'auth', operation: 'concatenate', parameters: { others: ['clientip'], separator: '@' }, output: 'who' },
        { field: 'agent', operation: 'substring', parameters: { start: 0, length: 20 }, output: 'agent_start' },
        { field: 'referrer', operation: 'copy', output: 'from' },
        { field: 'ident', operation: 'remove', parameters: { names: ['ident', 'http*'] } },
      ],
    },
  ],
  ['redact', { detectors: detectorIds }],
  ['lookup', { lookup: 'LK_1', key: '${clientip}', match: 'cidr' }],
  ['field-generator', { fields: [{ name: 'level', expression: code('if(${status} >= 500, "error", "info")') }] }],
  ['message-builder', { destination: 'out', items: times(20, (n) => ({ key: `k${n}`, field: n % 2 === 0 ? 'route' : 'who' })) }],
];

const accessLine = (n: number): string =>
  `192.0.2.${n % 250} - ana [17/May/2024:14:30:${String(n % 60).padStart(2, '0')} +0000] "GET /shop/cart?id=${n} HTTP/1.1" 200 ${n * 7} ` +
  '"https://www.example.com/shop" "Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0"';
const withParts = (n: number): TestEvent => ({
  _raw: accessLine(n),
  pairs: `cart=${n} items=3 action=add user=ana${n % 20} src=10.1.0.${n % 250} ms=${n % 900}`,
  payload: `{"order":${n},"customer":{"id":"c${n}","mail":"ana@example.com"},"lines":[{"sku":"a-1","price":2.50},{"sku":"b-2","price":10}],"note":"to the door"}`,
});

/** As many as a block has frames, of as many bytes as a block has for each. */
const small = (n: number): TestEvent => ({ _raw: `n=${n} host=h${n % 9} ms=${n % 900} u=ana`.padEnd(32) });
const forSmall: typeof pipeline = [
  ['parser', { field: '_raw', mode: 'kv' }],
  [
    'field-transformation',
    {
      steps: [
        ...times(6, (n) => ({ field: 'ms', operation: 'round', output: `ms${n}` })),
        ...times(4, (n) => ({ field: 'host', operation: 'upper-case', output: `host${n}` })),
      ],
    },
  ],
  ['filter', { condition: code('${ms} > 500 or ${host} == "h1"') }],
  ['conditional', { conditions: [{ name: 'slow', condition: code('${ms} > 500 or ${host} == "h1"') }] }],
  ['redact', { detectors: ['email', 'card', 'ipv4', 'dni', 'password'] }],
  ['lookup', { lookup: 'LK_1', key: '${u}' }],
  ['dedupe', { keys: ['host', 'n'] }],
  ['message-builder', { destination: 'out', items: times(10, (n) => ({ key: `k${n}`, field: n % 2 === 0 ? 'host' : 'ms' })) }],
];

/** One event of the largest size that listeners take unless told otherwise. */
const large: TestEvent = {
  _raw: JSON.stringify({
    id: 7,
    ip: '10.1.0.7',
    user: 'ana',
    stack: 'at shop.Cart.add (Cart.java:10)\n'.repeat(16_000),
    lines: times(10_000, (n) => ({ sku: `a-${n}`, price: n, n: 1 })),
  }),
};
const forLarge: typeof pipeline = [
  ['parser', { field: '_raw', mode: 'json' }],
  [
    'field-transformation',
    {
      steps: [
        { field: 'stack', operation: 'truncate', output: 'head' },
        { field: 'stack', operation: 'sha-2', output: 'hash' },
      ],
    },
  ],
  ['redact', { detectors: detectorIds }],
  ['lookup', { lookup: 'LK_1', key: '${ip}', match: 'cidr' }],
  ['message-builder', { destination: 'out', items: times(5, (n) => ({ key: `k${n}`, field: ['id', 'ip', 'user', 'hash', 'stack'][n]! })) }],
];

test.each([
  ['1,000 lines of 200 bytes, beside as much of pairs and JSON', times(1000, withParts), pipeline],
  ['8,192 events of 32 bytes', times(8192, small), forSmall],
  ['one event of 1 MiB', [large], forLarge],
])('a usual pipeline takes less than a third of what a full block has: %s', (_, events, actions) => {
  for (const kernels of [undefined, createKernels('wasm')]) {
    const slots = createSlotTable();
    const steps = actions.map(([id, config]) => compiled(id, config, kernels, slots));
    const block = viewOf(events, slots);
    const taken = stepsOfRun(block, () => {
      for (const step of steps) expect(pass(step, block).codes).toEqual(new Set());
    });
    expect(taken).toBeLessThan((runSteps + block.count * eventSteps) / 3);
  }
});
