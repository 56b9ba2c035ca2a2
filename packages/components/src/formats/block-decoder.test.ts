import { createKernels, createSlotTable, NameCache, releaseBatch, type BatchView, type FrameBatchBuilder } from '@acequia/batch';
import { Float, Json, List, Timestamp, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockOfFrames, builderOfBlock } from '../testing/frames-view.ts';
import { kernelRuns } from '../testing/kernel-runs.ts';
import { createBlockDecoder } from './block-decoder.ts';
import type { LineDecoding } from './line-decoder.ts';

const decoding = (format: LineDecoding['format']) => ({ format, charset: 'utf-8', onInvalid: 'replace', timezone: 'UTC' }) as LineDecoding;

function shown(value: FieldValue | undefined): unknown {
  if (value instanceof Float) return { float: Object.is(value.value, -0) ? '-0' : String(value.value) };
  if (value instanceof Timestamp) return { ns: String(value.ns) };
  if (value instanceof Json) return { json: value.text };
  if (value instanceof List) return { list: value.items.map((item) => shown(item)) };
  return typeof value === 'bigint' ? String(value) : value;
}

function eventsOf(view: BatchView): unknown[] {
  return Array.from({ length: view.count }, (_, i) => {
    const row = view.rows[i]!;
    const fields: unknown[] = [];
    view.forEachField(row, (name, _slot, read) => fields.push([name, view.tag(row, view.slots.slot(name)), shown(read())]));
    const internal = ['_id', '_time', '_flags', '_raw', '_error'].map((name) => shown(view.value(row, view.slots.slot(name))));
    return { fields, count: view.fieldCount(row), internal };
  });
}

/** Events of two blocks in turn, so that what the first taught is used by the second. */
function decode(format: LineDecoding['format'], blocks: readonly (readonly Buffer[])[], form: 'rows' | 'script' | 'wasm'): unknown {
  const slots = createSlotTable();
  slots.slot('level');
  const kernels = form === 'rows' ? undefined : createKernels(form);
  const names = new NameCache(slots);
  const decoder = createBlockDecoder(decoding(format), { slots, ...(kernels ? { kernels } : {}) });
  return blocks.map((frames) => {
    const block = blockOfFrames(frames);
    const builder = builderOfBlock(block, slots, { names });
    decoder.decode(block, form === 'rows' ? withoutBulk(builder) : builder);
    const built = builder.finish();
    const result = { events: eventsOf(built.events), rejected: eventsOf(built.rejected), empty: built.empty };
    releaseBatch(built.events);
    return result;
  });
}

const withoutBulk = (builder: FrameBatchBuilder) =>
  new Proxy(builder, {
    get: (target, name) => {
      if (name === 'bulk') return undefined;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

const number = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '007',
    '-',
    '9007199254740993',
    '123456789012345678',
    '9223372036854775808',
    '1.670',
    '1.',
    '.5',
    '1e5',
    '1e400',
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.maxSafeInteger().map(String),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('"a\\/b"', '"\\u0041"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\x"', '"\\u00g0"', '"open', '"tab\there"', '""'),
);
/** Pairs, lone halves and what only looks like one. */
const surrogates = ['\\ud83d\\ude00', '\\uD800', '\\udc00\\ud83d\\ude00', '\\ud83d\\ud83d\\uDE00', '\\\\ud800', '\\ud83dx', '\\ud83d\\n'];
const blank = fc.constantFrom('', '', '', ' ', '  ', '\t', '\r\n');
const nested = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '[1,]',
    '{"a":}',
    '[[]',
    '{}',
    '[]',
    '[ ]',
    '{ }',
    '{"a" 1}',
    `${'['.repeat(70)}${']'.repeat(70)}`,
    '[1 2]',
    ...surrogates.map((inner) => `{"b":["${inner}",{"${inner}":1}]}`),
  ),
);
const value = fc.oneof(text, number, fc.constantFrom('true', 'false', 'null', 'tru', 'nulll', ''), nested);
const name = fc.constantFrom('a', 'b', 'level', 'host', 'message', 'with space', '_time', 'a', '1', 'ñ', 'x.y');
const jsonFrame = fc
  .tuple(fc.array(fc.tuple(blank, name, blank, blank, value, blank), { maxLength: 5 }), blank, fc.constantFrom('', '', '', ',', '}', 'x'))
  .map(
    ([members, before, after]) =>
      `${before}{${members.map(([a, key, b, c, member, d]) => `${a}${JSON.stringify(key)}${b}:${c}${member}${d}`).join(',')}}${after}`,
  );
const usualJson = fc
  .tuple(fc.nat(1000), fc.constantFrom('info', 'warn', 'error'), text)
  .map(([n, level, message]) => `{"n":${n},"level":"${level}","host":"web","message":${message},"nested":{"a":[1,{"b":null}]}}`);
const anyJson = fc.oneof(
  { weight: 4, arbitrary: usualJson.map((line) => Buffer.from(line)) },
  { weight: 4, arbitrary: jsonFrame.map((line) => Buffer.from(line)) },
  { weight: 1, arbitrary: fc.tuple(usualJson, fc.nat(80)).map(([line, cut]) => Buffer.from(line).subarray(0, cut)) },
  {
    weight: 1,
    arbitrary: fc
      .oneof(fc.uint8Array({ maxLength: 30 }), fc.constantFrom('', ' ', '[]', '7', '"x"', '\ufeff{"a":1}'))
      .map((raw) => Buffer.from(raw as string)),
  },
);

const kvValue = fc.oneof(
  fc.stringMatching(/^[!-~]{0,8}$/),
  fc.stringMatching(/^[ -~]{0,8}$/).map((inner) => `"${inner.replaceAll('"', "'")}"`),
  fc.constantFrom('"a b"', '"a\\"b"', '"open', '""', '"x"y', 'ñ', 'a=b', '"ü ü"'),
);
const kvFrame = fc
  .array(fc.tuple(name, fc.constantFrom('=', '=', '=', '=', ''), kvValue, fc.constantFrom(' ', ' ', '  ', '\t')), { maxLength: 5 })
  .map((pairs) => pairs.map(([key, equals, member, gap]) => `${key}${equals}${member}${gap}`).join(''));
const usualKv = fc
  .tuple(fc.nat(1000), fc.constantFrom('deny', 'accept'), fc.constantFrom('"a b c"', 'x', '""'))
  .map(([n, action, text]) => `date=2026-11-21 n=${n} action=${action} msg=${text} srcip=10.0.0.${n % 200}`);
const anyKv = fc.oneof(
  { weight: 4, arbitrary: usualKv.map((line) => Buffer.from(line)) },
  { weight: 4, arbitrary: kvFrame.map((line) => Buffer.from(line)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }).map((raw) => Buffer.from(raw)) },
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((line) => Buffer.from(line)),
  fc.constantFrom('', '\ufeff', '\ufeffx', '\uf123').map((line) => Buffer.from(line)),
  fc.uint8Array({ maxLength: 12 }).map((raw) => Buffer.from(raw)),
);

describe.each([
  ['json', anyJson],
  ['kv', anyKv],
  ['text', anyText],
] as const)('blocks of %s', (format, frame) => {
  test.each(['script', 'wasm'] as const)('the same events as frame by frame, for good, odd and hostile frames (%s)', (form) => {
    fc.assert(
      fc.property(fc.array(fc.array(frame, { maxLength: 12 }), { minLength: 2, maxLength: 2 }), (blocks) => {
        expect(decode(format, blocks, form)).toEqual(decode(format, blocks, 'rows'));
      }),
      kernelRuns(400),
    );
  });
});

/** A few of forty names of 1 to 20 bytes, in any order, some twice. */
const namesOfMany = fc.array(
  fc.nat(39).map((n) => `${'name.of_a_field'.slice(0, n % 16)}${n}`),
  { maxLength: 7 },
);
const lineOf = {
  json: (names: readonly string[]) => `{${names.map((each, n) => `"${each}":${n % 3 === 0 ? `"v${n}"` : n}`).join(',')}}`,
  kv: (names: readonly string[]) => names.map((each, n) => `${each}=v${n}`).join(' '),
};

test.each([
  ['json', 'script'],
  ['json', 'wasm'],
  ['kv', 'script'],
  ['kv', 'wasm'],
] as const)('many orders of names that come again and again: the same events as frame by frame (%s, %s)', (format, form) => {
  const blocksOfMany = fc
    .array(namesOfMany, { minLength: 1, maxLength: 60 })
    .chain((orders) =>
      fc
        .array(fc.array(fc.nat(orders.length - 1), { maxLength: 80 }), { minLength: 2, maxLength: 4 })
        .map((blocks) => ({ orders, blocks })),
    );
  fc.assert(
    fc.property(blocksOfMany, ({ orders, blocks }) => {
      const frames = blocks.map((block) => block.map((order) => Buffer.from(lineOf[format](orders[order]!))));
      expect(decode(format, frames, form)).toEqual(decode(format, frames, 'rows'));
    }),
    kernelRuns(60),
  );
});

test('more orders of keys than are remembered', () => {
  const blocks = [0, 1].map(() =>
    Array.from({ length: 120 }, (_, n) =>
      Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: 4 }, (__, k) => [`k${(n * 7 + k) % 40}`, k])))),
    ),
  );
  expect(decode('json', blocks, 'wasm')).toEqual(decode('json', blocks, 'rows'));
});

test.each(['rows', 'script', 'wasm'] as const)(
  'lone surrogates nested in JSON become U+FFFD, pairs and all else stay as written (%s)',
  (form) => {
    const lines = surrogates.map((inner) => `{"a":{"b":"${inner}","${inner}":[1.0]},"n":"x"}`);
    const frames = [...lines, '["\\ud800"]'].map((line) => Buffer.from(line));
    const [, second] = decode('json', [frames, frames], form) as { events: { fields: [string, number, { json: string }][] }[] }[];
    const texts = second!.events.map(({ fields }) => fields[0]![2].json);
    const replaced = ['\\ud83d\\ude00', '\\ufffd', '\\ufffd\\ud83d\\ude00', '\\ufffd\\ud83d\\uDE00', '\\\\ud800', '\\ufffdx', '\\ufffd\\n'];
    expect(texts).toEqual([...replaced.map((inner) => `{"b":"${inner}","${inner}":[1.0]}`), '["\\ufffd"]']);
  },
);
