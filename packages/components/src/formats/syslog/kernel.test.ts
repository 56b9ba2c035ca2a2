import { createKernels, createSlotTable, releaseBatch, writeImage, type BatchView } from '@acequia/batch';
import { Float, Json, List, Timestamp, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syslogListenerRuntime } from '../../listeners/syslog/runtime.ts';
import { syslogListener } from '../../listeners/syslog/definition.ts';
import { parseConfig } from '@acequia/component-sdk/definition';
import { blockOfFrames, builderOfBlock } from '../../testing/frames-view.ts';

const parsed = parseConfig(syslogListener.config, {});
if (!parsed.ok) throw new Error('the default configuration is not valid');
const config = parsed.value;

const runs = Number(process.env['KERNEL_RUNS'] ?? 400);

function shown(value: FieldValue | undefined): unknown {
  if (value instanceof Float) return { float: String(value.value) };
  if (value instanceof Timestamp) return { ns: String(value.ns) };
  if (value instanceof Json) return { json: value.text };
  if (value instanceof List) return { list: value.items.map((item) => shown(item)) };
  return typeof value === 'bigint' ? String(value) : value;
}

function eventsOf(view: BatchView): unknown[] {
  const events: unknown[] = [];
  for (let i = 0; i < view.count; i++) {
    const row = view.rows[i]!;
    const fields: unknown[] = [];
    view.forEachField(row, (name, _slot, read) => fields.push([name, shown(read())]));
    const internal = ['_id', '_time', '_flags', '_raw', '_error'].map((name) => shown(view.value(row, view.slots.slot(name))));
    events.push({ fields, count: view.fieldCount(row), internal });
  }
  return events;
}

/** What the listener's decoder makes of the frames, with and without kernels. */
function decode(frames: readonly Buffer[], form: 'rows' | 'script' | 'wasm') {
  const block = blockOfFrames(frames);
  const slots = createSlotTable();
  const kernels = form === 'rows' ? undefined : createKernels(form);
  if (kernels) expect(kernels.form).toBe(form);
  const decoder = syslogListenerRuntime.decoder(config, { slots, ...(kernels ? { kernels } : {}) });
  const builder = builderOfBlock(block, slots);
  decoder.decode(block, builder);
  const built = builder.finish();
  const result = { events: eventsOf(built.events), rejected: eventsOf(built.rejected), empty: built.empty };
  if (built.events.count > 0) expect(writeImage(built.events).length).toBeGreaterThan(0);
  releaseBatch(built.events);
  return result;
}

const word = fc.oneof(
  fc.constant('-'),
  fc.stringMatching(/^[!-~]{1,12}$/),
  fc.constantFrom('host-1.example.org', 'su', '4711', 'ID47', '', 'ñandú'),
);
const zone = fc.constantFrom('Z', 'z', '+00:00', '-07:00', '+05:30', '+0530', '', '+24:00', '+1:00');
const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
const time = fc.oneof(
  fc.constant('-'),
  fc
    .tuple(
      fc.constantFrom('2026', '1970', '1971', '2024', '2100', '2261', '2262', '1678', '9999', '202x'),
      two(13),
      two(32),
      fc.constantFrom('T', 't', ' '),
      two(24),
      two(60),
      two(61),
      fc.constantFrom('', '.1', '.123', '.123456', '.123456789', '.1234567891', '.', ',5'),
      zone,
    )
    .map(([y, mo, d, t, h, mi, s, f, z]) => `${y}-${mo}-${d}${t}${h}:${mi}:${s}${f}${z}`),
);
const parameter = fc
  .tuple(
    fc.oneof(fc.constantFrom('iut', 'eventID', 'a', 'b', 'x\\y'), fc.stringMatching(/^[!-~]{1,8}$/)),
    fc.oneof(
      fc.constantFrom('3', 'Application', 'a\\"b', 'c\\]d', 'e\\\\f', 'g\\h', 'tab\there', 'ü€', ''),
      fc.stringMatching(/^[ -~]{0,10}$/),
    ),
  )
  .map(([name, value]) => ` ${name}="${value}"`);
const element = fc
  .tuple(fc.constantFrom('exampleSDID@32473', 'origin', 'origin', 'meta', ''), fc.array(parameter, { maxLength: 4 }))
  .map(([id, parameters]) => `[${id}${parameters.join('')}]`);
const data = fc.oneof(
  fc.constant('-'),
  fc.array(element, { minLength: 1, maxLength: 3 }).map((elements) => elements.join('')),
);
const message = fc.oneof(
  fc.constantFrom('', ' hello', ' \ufeffBOM', ' with "quotes" and \\ back', ' line\nfeed', ' ünïcödé €', '  two'),
  fc.string({ maxLength: 40 }).map((text) => ` ${text}`),
);
const frame5424 = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 200 }).map(String), fc.constantFrom('013', '', '1x', '9999')),
    fc.constantFrom('1 ', '1 ', '1 ', '2 ', '12 ', '0 ', ''),
    time,
    word,
    word,
    word,
    word,
    data,
    message,
  )
  .map(([pri, version, at, host, app, proc, id, sd, msg]) => `<${pri}>${version}${at} ${host} ${app} ${proc} ${id} ${sd}${msg}`);
const anyFrame = fc.oneof(
  { weight: 8, arbitrary: frame5424.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: frame5424.map((text) => Buffer.from(`${text}\n`)) },
  { weight: 1, arbitrary: fc.tuple(frame5424, fc.nat(200)).map(([text, cut]) => Buffer.from(Buffer.from(text).subarray(0, cut))) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('<34>Oct 11 22:14:15 mymachine su[77]: failed', 'no header', '', '<1', '<34>')
      .map((text) => Buffer.from(text)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
);

describe.each(['script', 'wasm'] as const)('RFC 5424 frames, kernel as %s', (form) => {
  test('the same events as row by row, for good, odd and hostile frames', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { minLength: 1, maxLength: 12 }), (frames) => {
        expect(decode(frames, form)).toEqual(decode(frames, 'rows'));
      }),
      { numRuns: runs },
    );
  });

  test('a whole block of usual frames', () => {
    const frames = Array.from({ length: 900 }, (_, n) =>
      Buffer.from(
        `<${n % 192}>1 2026-11-21T10:11:${String(n % 60).padStart(2, '0')}.${n}Z host-${n % 9} app ${n} ID${n % 3} ${n % 2 ? `[x@1 a="${n}"]` : '-'} text ${n}`,
      ),
    );
    const result = decode(frames, form);
    expect(result).toEqual(decode(frames, 'rows'));
    expect(result.events).toHaveLength(900);
  });
});
