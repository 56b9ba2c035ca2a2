import { frameFlags } from '@acequia/batch';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrames } from '../../testing/listener-harness.ts';
import { createOtlpDecoder } from './decode-request.ts';
import { frameRequest } from './frame-request.ts';
import { protobufOfJson } from './json-request.ts';
import { signals, type Signal } from './signals.ts';
import { WireWriter } from './wire-writer.ts';

const meta = { receivedMs: 1_800_000_000_000, transport: 'http' } as const;

/** What a lane makes of a request that the intake judged, and of the intake's own verdict. */
function run(signal: Signal, bytes: Uint8Array, maxFrameBytes = 1 << 20) {
  const framed = frameRequest(signal, bytes, maxFrameBytes);
  const frames = Array.from({ length: framed.count }, (_, index) => {
    const [offset, length, flags] = [framed.frames[index * 3]!, framed.frames[index * 3 + 1]!, framed.frames[index * 3 + 2]!];
    return { bytes: framed.bytes.slice(offset, offset + length), meta, flags };
  });
  const good = frames.filter(({ flags }) => (flags & frameFlags.rejected) === 0);
  return { framed, frames, good, ...decode(signal, frames) };
}

const decode = (signal: Signal, frames: Parameters<typeof decodeFrames>[1], bulk = true) =>
  decodeFrames((slots) => {
    const decoder = createOtlpDecoder(slots, () => signal);
    return {
      decode: (block, out) =>
        decoder(block, bulk ? out : new Proxy(out, { get: (target, name) => (name === 'bulk' ? undefined : bound(target, name)) })),
    };
  }, frames);

const bound = (target: object, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? (value.bind(target) as unknown) : value;
};

function protobuf(signal: Signal, request: object): Buffer {
  const read = protobufOfJson(signal, Buffer.from(JSON.stringify(request)));
  if ('code' in read) throw new Error(`${read.code} at ${read.offset}`);
  return Buffer.from(read.bytes);
}

const logs = (...records: object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] });
const points = (name: string, data: object) => ({ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'm', [name]: data }] }] }] });
const attribute = (key: string, value: object) => ({ key, value });
const fieldsOf = (signal: Signal, request: object) => run(signal, protobuf(signal, request)).events.map((event) => event.fields);

describe('values', () => {
  test('64-bit integers are exact, as digits and as text; floats keep their kind', () => {
    const request = logs({
      attributes: [
        attribute('least', { intValue: '-9223372036854775808' }),
        attribute('most', { intValue: '9223372036854775807' }),
        attribute('plain', { intValue: 7 }),
        attribute('whole', { doubleValue: 3 }),
        attribute('nan', { doubleValue: 'NaN' }),
        attribute('none', {}),
        attribute('bytes', { bytesValue: 'AP+A' }),
        attribute('flag', { boolValue: false }),
      ],
    });
    const { good } = run('logs', protobuf('logs', request));
    const row = decode('logs', good).events[0]!;
    expect(row.fields['attributes']).toMatchObject({ plain: 7, whole: 3, nan: 'NaN', none: null, bytes: 'AP+A', flag: false });
    const text = attributesText(good);
    expect(text).toContain('"least":-9223372036854775808,"most":9223372036854775807');
    expect(text).toContain('"whole":3.0');
  });

  test.each([2, 40])('of %i attributes with repeated keys the last value counts, and the JSON has each key once', (count) => {
    const many = Array.from({ length: count }, (_, n) => attribute(`k${n}`, { intValue: String(n) }));
    const repeated = [attribute('k1', { stringValue: 'first' }), ...many, attribute('k0', { stringValue: 'last' })];
    const good = protobuf('logs', logs({ attributes: repeated, body: { kvlistValue: { values: repeated } } }));
    const { framed } = run('logs', good);
    expect(framed.accepted).toBe(1);
    const [fields] = fieldsOf('logs', logs({ attributes: repeated }));
    expect(fields!['attributes']).toMatchObject({ k0: 'last', k1: 1 });
    const text = attributesText(run('logs', good).frames);
    expect(text.match(/"k0"/g)).toHaveLength(1);
    expect(text.match(/"k1"/g)).toHaveLength(1);
  });
  test('a body of each kind is text or json', () => {
    const bodies = [
      { stringValue: '' },
      { intValue: '9007199254740993' },
      { doubleValue: -0.5 },
      { doubleValue: '-Infinity' },
      { boolValue: true },
      { bytesValue: 'AQI=' },
      { arrayValue: { values: [{ intValue: 1 }, {}] } },
      { kvlistValue: { values: [attribute('a', { stringValue: 'x\n"\u0001' })] } },
      {},
    ];
    expect(fieldsOf('logs', logs(...bodies.map((body) => ({ body })))).map((fields) => fields['body'])).toEqual([
      '',
      '9007199254740993',
      '-0.5',
      '-Infinity',
      'true',
      'AQI=',
      [1, null],
      { a: 'x\n"\u0001' },
      undefined,
    ]);
  });

  test('ids in hexadecimal, zeros and nothing are none; snake case is read too', () => {
    const id = '5B8EFFF798038103D269B633813FC60C';
    expect(
      fieldsOf('logs', logs({ traceId: id, span_id: '0000000000000000', severity_number: 9, flags: 1, event_name: 'e' })),
    ).toMatchObject([{ trace_id: id.toLowerCase(), severity_number: 9, flags: 1, event_name: 'e' }]);
    expect(fieldsOf('logs', logs({ spanId: '0000000000000000' }))[0]).not.toHaveProperty('span_id');
  });

  test('times: observed where there is no other, none beyond 2261, a flag far ahead', () => {
    const rows = run(
      'logs',
      protobuf(
        'logs',
        logs(
          { observedTimeUnixNano: '5' },
          { timeUnixNano: '18446744073709551615' },
          { timeUnixNano: '1900000000000000000' },
          { timeUnixNano: 1700000000000000000 },
        ),
      ),
    ).events;
    expect(rows.map((row) => row.flags)).toEqual([[], ['time_from_receipt'], ['clock_skew'], []]);
    expect(rows[0]!.time).toBe(5n);
  });

  test('invalid UTF-8 is replaced and flagged, in text and in json', () => {
    const good = protobuf('logs', logs({ body: { stringValue: '@@@@' }, attributes: [attribute('@@@@', { stringValue: 'é' })] }));
    const bytes = Buffer.from(good.toString('latin1').replaceAll('@@@@', 'a\xff\xc3z'), 'latin1');
    const [row] = run('logs', bytes).events;
    expect(row).toMatchObject({ fields: { body: 'a\uFFFD\uFFFDz', attributes: { 'a\uFFFD\uFFFDz': 'é' } } });
    expect(row!.flags).toContain('invalid_utf8');
  });

  test('points that the SDK does not send: summaries, delta histograms, no recorded value, huge counts', () => {
    const time = { timeUnixNano: '1700000000000000000', startTimeUnixNano: '1699999999000000000' };
    expect(
      fieldsOf(
        'metrics',
        points('summary', {
          dataPoints: [{ ...time, count: '2', sum: 3, quantileValues: [{ quantile: 0.5, value: 'NaN' }, { value: 1 }] }],
        }),
      ),
    ).toMatchObject([
      {
        metric_type: 'summary',
        count: 2,
        sum: 3,
        summary: [
          { quantile: 0.5, value: 'NaN' },
          { quantile: 0, value: 1 },
        ],
        start_time: 1_699_999_999_000_000_000n,
      },
    ]);
    const histogram = {
      aggregationTemporality: 1,
      dataPoints: [{ count: '18446744073709551615', bucketCounts: ['18446744073709551615'], explicitBounds: [] }],
    };
    expect(fieldsOf('metrics', points('histogram', histogram))).toMatchObject([
      { temporality: 'delta', count: '18446744073709551615', bounds: [], bucket_counts: [Number(2n ** 64n)] },
    ]);
    expect(fieldsOf('metrics', points('gauge', { dataPoints: [{ asDouble: 'NaN' }, { flags: 1 }, { asInt: '-5' }] }))).toMatchObject([
      { value: null },
      { value: null },
      { value_int: -5 },
    ]);
    const exponential = { dataPoints: [{ scale: -2, zeroCount: '1', positive: { offset: -3, bucketCounts: ['1', 2] } }] };
    expect(fieldsOf('metrics', points('exponentialHistogram', exponential))).toMatchObject([
      {
        exponential: {
          scale: -2,
          zero_count: 1,
          positive: { offset: -3, bucket_counts: [1, 2] },
          negative: { offset: 0, bucket_counts: [] },
        },
      },
    ]);
  });

  test('unknown fields and members are skipped', () => {
    const json =
      '{"x":{"y":[1,{"z":"}"}]},"resourceLogs":[{"schemaUrl":"u","scopeLogs":[{"logRecords":[{"new":null,"body":{"stringValue":"a"}}]}]}]}';
    const read = protobufOfJson('logs', Buffer.from(json));
    if ('code' in read) throw new Error(read.code);
    const writer = new WireWriter();
    writer.tag(999, 0);
    writer.varint(5);
    const bytes = Buffer.concat([writer.bytes, read.bytes, Buffer.from([0x7d, 1, 2, 3, 4])]);
    expect(run('logs', bytes).events.map((event) => event.fields['body'])).toEqual(['a']);
  });
});

function attributesText(frames: Parameters<typeof decodeFrames>[1]): string {
  let text = '';
  decodeFrames((slots) => {
    const decoder = createOtlpDecoder(slots, () => 'logs');
    const slot = slots.slot('attributes');
    return {
      decode(block, out) {
        const seen = new Proxy(out, {
          get: (target, name) =>
            name === 'bulk'
              ? undefined
              : name === 'value'
                ? (at: number, value: { readonly text?: string }) => {
                    if (at === slot) text = value.text ?? '';
                  }
                : bound(target, name),
        });
        decoder(block, seen);
      },
    };
  }, frames);
  return text;
}

describe('limits', () => {
  const nested = (levels: number) => {
    const writer = new WireWriter();
    const open = [1, 2, 2, 5].map((field) => writer.begin(field));
    for (let level = 0; level < levels; level++) open.push(writer.begin(5), writer.begin(1));
    for (const begun of open.reverse()) writer.end(begun);
    return Buffer.from(writer.bytes);
  };

  test('10,000 levels are refused, 60 are not', () => {
    expect(run('logs', nested(10_000)).framed).toMatchObject({ accepted: 0, rejected: 1, firstFault: 'DECODE_JSON_DEPTH' });
    expect(run('logs', nested(60)).events.length).toBe(1);
    expect(protobufOfJson('logs', Buffer.from(`{"resourceLogs":${'['.repeat(100_000)}`))).toMatchObject({ code: 'DECODE_OTLP' });
    expect(protobufOfJson('logs', Buffer.from(`{"x":${'['.repeat(100_000)}`))).toMatchObject({ code: 'DECODE_JSON_SYNTAX' });
    const deep = `${'{"arrayValue":{"values":['.repeat(5000)}${']}}'.repeat(5000)}`;
    expect(protobufOfJson('logs', Buffer.from(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"body":${deep}}]}]}]}`))).toMatchObject({
      code: 'DECODE_JSON_DEPTH',
    });
  });

  test('members and list elements beyond their limits refuse the record', () => {
    const many = logs({ attributes: Array.from({ length: 100_001 }, () => ({})) }, { body: { stringValue: 'good' } });
    expect(run('logs', protobuf('logs', many), 1 << 24).framed).toMatchObject({
      accepted: 1,
      rejected: 1,
      firstFault: 'DECODE_JSON_MEMBERS',
    });
    const buckets = points('histogram', { dataPoints: [{ bucketCounts: Array.from({ length: 10_001 }, () => 1) }] });
    expect(run('metrics', protobuf('metrics', buckets)).framed).toMatchObject({ accepted: 0, firstFault: 'LIMIT_ELEMENTS' });
  });
});

const anyValue = fc.letrec<{ value: object }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string({ unit: 'grapheme' }).map((stringValue) => ({ stringValue })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ intValue: String(value) })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((doubleValue) => ({ doubleValue })),
    fc.boolean().map((boolValue) => ({ boolValue })),
    fc.uint8Array({ maxLength: 9 }).map((bytes) => ({ bytesValue: Buffer.from(bytes).toString('base64') })),
    fc.constant({}),
    fc.array(tie('value'), { maxLength: 4 }).map((values) => ({ arrayValue: { values } })),
    fc
      .array(fc.tuple(fc.string(), tie('value')), { maxLength: 4 })
      .map((pairs) => ({ kvlistValue: { values: pairs.map(([key, value]) => ({ key, value })) } })),
  ),
})).value;

const attributes = fc.array(fc.record({ key: fc.string({ maxLength: 8 }), value: anyValue }), { maxLength: 4 });
const nanos = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const hex = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((id) => Buffer.from(id).toString('hex'));
const text = fc.string({ maxLength: 12 });
const double = fc
  .oneof(fc.double(), fc.constant('NaN'))
  .map((value) => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value));
const count = fc.nat().map(String);

const number = fc.record({ attributes, timeUnixNano: nanos, asDouble: double }, { requiredKeys: [] });
const histogram = fc.record(
  { attributes, count, sum: double, bucketCounts: fc.array(count, { maxLength: 5 }), explicitBounds: fc.array(double, { maxLength: 5 }) },
  { requiredKeys: [] },
);
const records: Readonly<Record<Signal, fc.Arbitrary<object>>> = {
  logs: fc.record(
    {
      timeUnixNano: nanos,
      severityNumber: fc.integer({ min: 0, max: 24 }),
      severityText: text,
      body: anyValue,
      attributes,
      traceId: hex(16),
      spanId: hex(8),
    },
    { requiredKeys: [] },
  ),
  traces: fc.record(
    {
      traceId: hex(16),
      spanId: hex(8),
      name: text,
      kind: fc.integer({ min: 0, max: 6 }),
      startTimeUnixNano: nanos,
      endTimeUnixNano: nanos,
      attributes,
      events: fc.array(fc.record({ timeUnixNano: nanos, name: text, attributes }), { maxLength: 3 }),
      links: fc.array(fc.record({ traceId: hex(16), spanId: hex(8), attributes }), { maxLength: 2 }),
      status: fc.record({ code: fc.integer({ min: 0, max: 2 }), message: text }),
    },
    { requiredKeys: [] },
  ),
  metrics: fc.oneof(
    fc.record({ name: text, unit: text, gauge: fc.record({ dataPoints: fc.array(number, { maxLength: 4 }) }) }),
    fc.record({
      name: text,
      sum: fc.record({
        dataPoints: fc.array(number, { maxLength: 4 }),
        aggregationTemporality: fc.integer({ min: 0, max: 2 }),
        isMonotonic: fc.boolean(),
      }),
    }),
    fc.record({
      name: text,
      histogram: fc.record({ dataPoints: fc.array(histogram, { maxLength: 3 }), aggregationTemporality: fc.constant(2) }),
    }),
  ),
};
const names = {
  logs: ['resourceLogs', 'scopeLogs', 'logRecords'],
  metrics: ['resourceMetrics', 'scopeMetrics', 'metrics'],
  traces: ['resourceSpans', 'scopeSpans', 'spans'],
} as const;

const requestOf = (signal: Signal): fc.Arbitrary<object> => {
  const [perResource, perScope, record] = names[signal];
  const scopes = fc.record({ scope: fc.record({ name: text, version: text }), [record]: fc.array(records[signal], { maxLength: 5 }) });
  const resources = fc.record({ [perScope]: fc.array(scopes, { maxLength: 3 }), resource: fc.record({ attributes }) });
  return fc.record({ [perResource]: fc.array(resources, { maxLength: 3 }) });
};
const anyRequest = fc.constantFrom(...signals).chain((signal) => fc.tuple(fc.constant(signal), requestOf(signal)));

describe('every request', () => {
  test('attributes come out as they went in', () => {
    const plain = (value: Record<string, unknown>): unknown => {
      const [[kind, inner] = ['', null]] = Object.entries(value);
      if (kind === 'arrayValue') return (inner as { values: Record<string, unknown>[] }).values.map(plain);
      if (kind === 'kvlistValue') return object((inner as { values: { key: string; value: Record<string, unknown> }[] }).values);
      return kind === 'intValue' ? Number(inner) : inner;
    };
    const object = (pairs: readonly { readonly key: string; readonly value: Record<string, unknown> }[]) =>
      JSON.parse(`{${pairs.map(({ key, value }) => `${JSON.stringify(key)}:${JSON.stringify(plain(value))}`).join(',')}}`) as unknown;
    fc.assert(
      fc.property(attributes, (list) => {
        const [fields] = fieldsOf('logs', logs({ attributes: list }));
        expect(fields!['attributes']).toEqual(object(list as never));
      }),
      { numRuns: 300 },
    );
  });

  test('received = decoded, cut into small frames or not, with and without bulk rows', () => {
    fc.assert(
      fc.property(anyRequest, fc.integer({ min: 300, max: 2000 }), ([signal, request], maxFrameBytes) => {
        const bytes = protobuf(signal, request);
        const whole = run(signal, bytes);
        expect(whole.framed.rejected).toBe(0);
        expect(whole.events.length).toBe(whole.framed.accepted);
        expect(decode(signal, whole.good, false).events).toEqual(whole.events);
        const cut = run(signal, bytes, maxFrameBytes);
        expect(cut.good.every((frame) => frame.bytes.length <= maxFrameBytes)).toBe(true);
        expect(cut.framed.accepted + cut.framed.rejected).toBe(whole.framed.accepted);
        expect(cut.events.length).toBe(cut.framed.accepted);
        const kept = cut.events.map((event) => JSON.stringify(event, printed));
        const all = whole.events.map((event) => JSON.stringify(event, printed));
        expect(cut.framed.rejected === 0 ? kept : kept.filter((event) => !all.includes(event))).toEqual(
          cut.framed.rejected === 0 ? all : [],
        );
      }),
      { numRuns: 200 },
    );
  });
});

const printed = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);

describe('damaged requests end in a verdict, never in a throw', () => {
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('set', 'cut', 'insert')), { maxLength: 6 });
  const damaged = (bytes: Uint8Array, steps: readonly (readonly [number, number, string])[]) => {
    let result = Buffer.from(bytes);
    for (const [place, byte, kind] of steps) {
      const at = result.length === 0 ? 0 : place % result.length;
      if (kind === 'set' && result.length > 0) result[at] = byte;
      else if (kind === 'cut') result = result.subarray(0, at);
      else result = Buffer.concat([result.subarray(0, at), Buffer.from([byte]), result.subarray(at)]);
    }
    return result;
  };
  const balanced = (signal: Signal, bytes: Uint8Array) => {
    const { framed, frames, events, rejected, empty } = run(signal, bytes, 4096);
    expect(events.length).toBe(framed.accepted);
    expect([rejected.length, empty]).toEqual([0, 0]);
    expect(frames.filter((frame) => (frame.flags & frameFlags.rejected) !== 0).length <= framed.rejected).toBe(true);
    // A lane that trusts nothing: whatever is no request becomes one refused event.
    const blind = decode(signal, [{ bytes, meta }]);
    expect(blind.events.length + blind.rejected.length + blind.empty > 0).toBe(true);
  };

  test('protobuf with some bytes changed', () => {
    fc.assert(
      fc.property(anyRequest, damage, ([signal, request], steps) => balanced(signal, damaged(protobuf(signal, request), steps))),
      { numRuns: 500 },
    );
  });

  test('any bytes as protobuf', () => {
    fc.assert(
      fc.property(fc.constantFrom(...signals), fc.uint8Array({ maxLength: 200 }), (signal, bytes) => balanced(signal, bytes)),
      { numRuns: 500 },
    );
  });

  test('JSON with some bytes changed', () => {
    fc.assert(
      fc.property(anyRequest, damage, ([signal, request], steps) => {
        const read = protobufOfJson(signal, damaged(Buffer.from(JSON.stringify(request)), steps));
        if ('code' in read) expect(['DECODE_JSON_SYNTAX', 'DECODE_JSON_DEPTH', 'DECODE_OTLP']).toContain(read.code);
        else balanced(signal, read.bytes);
      }),
      { numRuns: 500 },
    );
  });

  test('any text as JSON is read exactly when it is a JSON object of the right shape', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
        const read = protobufOfJson('logs', Buffer.from(`{"x":${body}}`));
        let valid = true;
        try {
          JSON.parse(`{"x":${body}}`);
        } catch {
          valid = false;
        }
        expect('bytes' in read).toBe(valid);
      }),
      { numRuns: 1000 },
    );
  });
});
