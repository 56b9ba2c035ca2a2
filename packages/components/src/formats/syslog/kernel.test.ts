import { createKernels, createSlotTable, releaseBatch, SyslogFrames, writeImage, type BatchView } from '@acequia/batch';
import { Float, Json, List, Timestamp, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syslogListenerRuntime } from '../../listeners/syslog/runtime.ts';
import { syslogListener } from '../../listeners/syslog/definition.ts';
import { parseConfig } from '@acequia/component-sdk/definition';
import { createLegacyDays } from './legacy-days.ts';
import { blockOfFrames, builderOfBlock } from '../../testing/frames-view.ts';
import { kernelRuns } from '../../testing/kernel-runs.ts';

interface Told {
  readonly standard?: 'auto' | 'rfc3164' | 'rfc5424';
  readonly timezone?: string;
  readonly strict?: boolean;
}

function configOf(told: Told) {
  const parsed = parseConfig(syslogListener.config, told);
  if (!parsed.ok) throw new Error('the configuration is not valid');
  return parsed.value;
}

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
function decode(frames: readonly Buffer[], form: 'rows' | 'script' | 'wasm', told: Told = {}, receivedMs?: number) {
  const block = blockOfFrames(frames, receivedMs);
  const slots = createSlotTable();
  const kernels = form === 'rows' ? undefined : createKernels(form);
  if (kernels) expect(kernels.form).toBe(form);
  const decoder = syslogListenerRuntime.decoder(configOf(told), { slots, ...(kernels ? { kernels } : {}) });
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const legacyTime = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...months, 'jan', 'Jux'),
        fc.oneof(
          fc.integer({ min: 1, max: 32 }).map((day) => String(day).padStart(2, ' ')),
          fc.constantFrom('1', '01', '00', '  1', '123', 'x'),
        ),
        fc.constantFrom(' ', ' ', ' ', ' 2025 ', ' 1776 ', '  '),
        two(24),
        two(60),
        two(61),
        fc.constantFrom('', '', '.1', '.123456789', '.1234567891', '.', ' CEST', ','),
      )
      .map(([month, day, gap, h, m, s, f]) => `${month} ${day}${gap}${h}:${m}:${s}${f}`),
  },
  { weight: 1, arbitrary: time },
  { weight: 1, arbitrary: fc.constantFrom('', '*Oct 11 22:14:15', '2025 Oct 11 22:14:15', 'Oct 11', 'Oct 11 22:14', '11 22:14:15 Oct') },
);
const tag = fc.oneof(
  fc.constantFrom('su:', 'su[77]:', 'su[77]', 'su', '[77]:', '%ASA-6-302013:', 'a/b[c d]:', 'su[]:', 'su[7', 'ñ:', ':', '-:'),
  fc.tuple(fc.constantFrom(3, 63, 64, 65, 70), fc.constantFrom(1, 127, 128, 129)).map(([t, n]) => `${'t'.repeat(t)}[${'9'.repeat(n)}]:`),
);
const frame3164 = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 200 }).map(String), fc.constantFrom('013', '', '9999')),
    legacyTime,
    fc.constantFrom('', '', '', ':', ' UTC:', ' '),
    fc.oneof(word, fc.constantFrom('host:', 'host]', '10.0.0.1')),
    tag,
    message,
  )
  .map(([pri, at, after, host, own, text]) => `<${pri}>${at}${after} ${host} ${own}${text}`);
const any3164 = fc.oneof(
  { weight: 8, arbitrary: frame3164.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: frame3164.map((text) => Buffer.from(`${text}\n`)) },
  { weight: 1, arbitrary: fc.tuple(frame3164, fc.nat(90)).map(([text, cut]) => Buffer.from(Buffer.from(text).subarray(0, cut))) },
  { weight: 2, arbitrary: anyFrame },
);
/** Receipts about New Year, leap days, and the days on which clocks change. */
const receipt = fc
  .tuple(
    fc.constantFrom('2026-01-01', '2025-12-31', '2026-03-29', '2026-10-25', '2024-02-29', '2028-03-01', '2026-07-02'),
    fc.constantFrom(-172_800_000, -43_200_000, -3_600_001, -1, 0, 899_999, 7_200_000, 86_399_999),
  )
  .map(([day, more]) => Date.parse(day) + more);
const zones = fc.constantFrom('UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia');
const told3164 = fc.record({
  standard: fc.constantFrom('auto' as const, 'auto' as const, 'rfc3164' as const, 'rfc5424' as const),
  timezone: zones,
  strict: fc.boolean(),
});

describe.each(['script', 'wasm'] as const)('RFC 3164 frames, kernel as %s', (form) => {
  test('the same events as row by row, for good, odd and hostile frames, in any zone and on any day', () => {
    fc.assert(
      fc.property(told3164, receipt, fc.array(any3164, { minLength: 1, maxLength: 12 }), (told, receivedMs, frames) => {
        expect(decode(frames, form, told, receivedMs)).toEqual(decode(frames, 'rows', told, receivedMs));
      }),
      kernelRuns(400),
    );
  });

  test('usual frames are not left to JavaScript, those of an unusual day are', () => {
    const slots = createSlotTable();
    const lines = ['Sep 21 13:33:20', 'Sep  1 00:00:00.5', 'Oct 26 02:30:00', 'Feb 29 12:00:00'].map((at) => `<34>${at} web su[7]: text`);
    const block = blockOfFrames([...lines, '<34>2026-09-21T13:33:20+02:00 web su: text', '<34>1 2026-09-21T13:33:20Z web su - - - text']);
    const decoder = new SyslogFrames(createKernels(form), slots, { standard: 'auto', legacyDays: createLegacyDays('Europe/Madrid') });
    const left: number[] = [];
    expect(decoder.decode(block, builderOfBlock(block, slots).bulk!, (frame) => void left.push(frame))).toBe(true);
    expect(left).toEqual([2, 3]);
  });
});

describe.each(['script', 'wasm'] as const)('RFC 5424 frames, kernel as %s', (form) => {
  test('the same events as row by row, for good, odd and hostile frames', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { minLength: 1, maxLength: 12 }), (frames) => {
        expect(decode(frames, form)).toEqual(decode(frames, 'rows'));
      }),
      kernelRuns(400),
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
