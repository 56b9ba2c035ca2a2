import type { SlotTable } from '@acequia/batch';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrames } from '../testing/listener-harness.ts';
import { csvHeaderAttribute } from './csv/columns.ts';
import { createLineDecoder, type LineDecoding } from './line-decoder.ts';

const base: LineDecoding = { format: 'text', charset: 'utf-8', onInvalid: 'replace', timezone: 'UTC' };

function decode(config: Partial<LineDecoding>, lines: readonly (string | Buffer)[], header?: string) {
  return decodeFrames(
    (slots) => {
      const line = createLineDecoder({ ...base, ...config }, slots);
      return {
        decode(block, out) {
          for (let frame = 0; frame < block.count; frame++) line(block, frame, out);
        },
      };
    },
    lines.map((line) => ({
      bytes: Buffer.from(line),
      meta: { receivedMs: 0, transport: 'tcp' as const, ...(header === undefined ? {} : { attributes: { [csvHeaderAttribute]: header } }) },
    })),
  );
}

describe('csv', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', ',', '"', ' ', '1', ';', '') });
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  test('cells come back, quoted and not, with columns given or in the header row', () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 6 }), fc.boolean(), (cells, always) => {
        const line = cells.map((text) => (always || /[",]/.test(text) ? quoted(text) : text)).join(',');
        const names = cells.map((_, index) => `c${index}`);
        const expected = Object.fromEntries(cells.map((text, index) => [`c${index}`, text]));
        if (line === '') return;
        expect(decode({ format: 'csv', csvColumns: names }, [line]).events[0]!.fields).toEqual(expected);
        expect(decode({ format: 'csv' }, [line], names.join(',')).events[0]!.fields).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
  test('any text: an event or a refusal for each row, never more fields than columns', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\uFEFF', ' ') }).filter((line) => line !== '');
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), text, (lines, header) => {
        const { events, rejected } = decode({ format: 'csv' }, lines, header);
        expect(events.length + rejected.length).toBe(lines.length);
      }),
      { numRuns: 500 },
    );
  });
  test('names are cleaned, equal ones kept apart; missing cells make no field, too many refuse the row', () => {
    const { events, rejected } = decode({ format: 'csv', csvSeparator: ';' }, ['1;2', '1;2;3;4', '1;"2', '1;"2"x'], 'a b;_raw;a b');
    expect(events.map(({ fields }) => fields)).toEqual([{ a_b: '1', raw: '2' }]);
    expect(rejected.map(({ fields }) => fields['_error'])).toEqual(['DECODE_CSV_COLUMNS', 'DECODE_CSV_QUOTE', 'DECODE_CSV_QUOTE']);
  });
  test('the time of a column, in the zone of the listener', () => {
    const config = {
      format: 'csv',
      csvColumns: ['when', 'x'],
      timeField: 'when',
      timeFormat: '%d/%m/%Y %H:%M',
      timezone: 'Europe/Madrid',
    } as const;
    const { events } = decode(config, ['01/07/2026 12:00,1', 'never,2']);
    expect(events.map(({ time }) => time)).toEqual([BigInt(Date.UTC(2026, 6, 1, 10)) * 1_000_000n, 0n]);
    expect(events[1]!.flags).toContain('time_from_receipt');
  });
});

test('header rows without end do not fill the table of names', () => {
  let names: SlotTable | undefined;
  let before = 0;
  const header = (turn: number) => Array.from({ length: 500 }, (_, index) => `t${turn}_${index}`).join(',');
  const { events } = decodeFrames(
    (slots) => {
      names = slots;
      before = slots.size;
      const line = createLineDecoder({ ...base, format: 'csv' }, slots);
      return {
        decode(block, out) {
          for (let frame = 0; frame < block.count; frame++) line(block, frame, out);
        },
      };
    },
    Array.from({ length: 40 }, (_, turn) => ({
      bytes: Buffer.from('1'),
      meta: { receivedMs: 0, transport: 'tcp' as const, attributes: { [csvHeaderAttribute]: header(turn) } },
    })),
  );
  expect(events[39]!.fields).toEqual({ t39_0: '1' });
  expect(names!.size - before).toBeLessThan(5000);
});

test('every format: its fields, and bytes that are not UTF-8', () => {
  expect(decode({ format: 'text' }, ['hi']).events[0]!.fields).toEqual({ message: 'hi' });
  expect(decode({ format: 'json', timeField: 't' }, ['{"t":"2026-01-01T00:00:00Z","n":1}']).events[0]).toMatchObject({
    fields: { n: 1 },
    time: BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n,
  });
  expect(decode({ format: 'kv', timeField: 't' }, ['t=2026-01-01T00:00:00Z a="b c"']).events[0]).toMatchObject({
    fields: { a: 'b c' },
    time: BigInt(Date.UTC(2026, 0, 1)) * 1_000_000n,
  });
  expect(decode({ format: 'syslog' }, ['<34>1 - host app - - - hi']).events[0]!.fields).toMatchObject({ hostname: 'host', message: 'hi' });
  expect(decode({ format: 'cef' }, ['CEF:0|A|B|1|100|Name|7|src=10.0.0.1 msg=a\\=b c', 'x'])).toMatchObject({
    events: [{ fields: { device_vendor: 'A', severity: '7', src: '10.0.0.1', msg: 'a=b c' } }],
    rejected: [{ fields: { _error: 'DECODE_CEF' } }],
  });
  expect(decode({ format: 'leef' }, ['LEEF:1.0|A|B|1|42|src=10.0.0.1\tdst=10.0.0.2', 'x'])).toMatchObject({
    events: [{ fields: { event_id: '42', src: '10.0.0.1', dst: '10.0.0.2' } }],
    rejected: [{ fields: { _error: 'DECODE_LEEF' } }],
  });
  const broken = Buffer.from([0x61, 0x3d, 0xff]);
  for (const format of ['text', 'csv', 'kv', 'syslog'] as const) {
    const [event] = decode({ format, csvColumns: ['a'] }, [broken]).events;
    expect(event!.flags, format).toContain('invalid_utf8');
  }
  expect(decode({ format: 'csv', csvColumns: ['a'], charset: 'iso-8859-1' }, [Buffer.from([0xe9])]).events[0]!.fields).toEqual({ a: 'é' });
});
