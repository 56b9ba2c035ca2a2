import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAutoFramer } from './auto-framer.ts';
import { ElementList } from './element-list.ts';
import type { Framer, FrameSink } from './framer.ts';
import { createJsonElements } from './json-elements.ts';
import { createOctetCountingFramer } from './octet-counting-framer.ts';
import { parseDelimiter } from './delimiter-text.ts';
import { createLengthPrefixFramer } from './length-prefix-framer.ts';
import { createTrailerFramer } from './trailer-framer.ts';
import { framesThrough } from '../testing/framed.ts';

const limits = { maxEventBytes: 1000, onOversize: 'truncate' as const };

/** One chunk again and again, without a trailer: a line of any length without its bytes. */
test('a line of 1 GiB is cut at the cap, counted whole, and holds no memory', () => {
  const chunk = Buffer.alloc(262_144, 'x');
  const chunks = function* () {
    for (let index = 0; index < 4096; index++) yield chunk;
    yield Buffer.from('\nnext\n');
  };
  const framer = createTrailerFramer({
    maxEventBytes: 1_048_576,
    onOversize: 'truncate',
    trailer: Buffer.from('\n'),
    dropCarriageReturn: true,
  });
  const lengths: number[] = [];
  const wire: number[] = [];
  const sink: FrameSink = {
    frames(_, ranges, count, wireBytes) {
      for (let index = 0; index < count; index++) {
        lengths.push(ranges[index * 2 + 1]!);
        wire.push(wireBytes?.[index] ?? ranges[index * 2 + 1]!);
      }
    },
    reject: () => expect.unreachable(),
    empty: () => undefined,
  };
  const before = process.memoryUsage().rss;
  for (const bytes of chunks()) framer.push(bytes, sink);
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_048_576);
  expect(lengths[0]).toBeGreaterThanOrEqual(1_048_576);
  expect(lengths[0]).toBeLessThanOrEqual(1_048_577);
  expect(wire).toEqual([1_073_741_824, 4]);
});

test('does not lose what follows an oversize frame whose delimiter comes in two pieces', () => {
  const bytes = Buffer.from(`${'x'.repeat(3000)}--b---c`);
  for (let pieceBytes = 1; pieceBytes < 6; pieceBytes++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) =>
      bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes),
    );
    const framer = createTrailerFramer({ ...limits, trailer: Buffer.from('--'), dropCarriageReturn: false });
    expect([pieceBytes, framesThrough(framer, pieces).frames.slice(1)]).toEqual([pieceBytes, ['b', '-c']]);
  }
});

const cutAt = (bytes: Buffer, cuts: readonly number[]) => {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end));
};

const framers: Record<string, () => Framer> = {
  newline: () => createTrailerFramer({ ...limits, trailer: Buffer.from('\n'), dropCarriageReturn: true }),
  nul: () => createTrailerFramer({ ...limits, trailer: Buffer.of(0), dropCarriageReturn: false }),
  delimiter: () => createTrailerFramer({ ...limits, trailer: Buffer.from('abab'), dropCarriageReturn: false }),
  reject: () => createTrailerFramer({ maxEventBytes: 5, onOversize: 'reject', trailer: Buffer.from('\n'), dropCarriageReturn: true }),
  'lf or nul': () => createTrailerFramer({ ...limits, trailer: Buffer.from('\n'), dropCarriageReturn: true, orTrailer: 0 }),
  'octet-counting': () => createOctetCountingFramer({ maxEventBytes: 50, onOversize: 'reject' }),
  'octet-counting, cut': () => createOctetCountingFramer({ maxEventBytes: 5, onOversize: 'truncate' }),
  'octet-counting, split': () => createOctetCountingFramer({ maxEventBytes: 3, onOversize: 'split' }),
  'length-prefix 1': () => createLengthPrefixFramer({ prefixBytes: 1, endian: 'big', maxEventBytes: 50 }),
  'length-prefix 2': () => createLengthPrefixFramer({ prefixBytes: 2, endian: 'little', maxEventBytes: 70 }),
  'length-prefix 4': () => createLengthPrefixFramer({ prefixBytes: 4, endian: 'big', maxEventBytes: 70 }),
  auto: () => createAutoFramer(framers['octet-counting']!, framers['newline']!),
};

describe.each(Object.keys(framers))('%s', (name) => {
  test('every way of cutting the stream gives the same frames', () => {
    const alphabet =
      name.startsWith('octet-counting') || name === 'auto'
        ? ['1', '2', ' ', 'a', '\n', '12 ']
        : name.startsWith('length-prefix')
          ? ['\0', '\0\0\0', '\u0001', '\u0003', 'ab', '\u0005hello', '\u0003\0abc', '\0\0\0\u0002xy', '\u0040']
          : ['a', 'b', '\n', '\r', '\0', 'ab', 'abab', 'xyzzyx'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...alphabet), { maxLength: 40 }), fc.array(fc.nat(), { maxLength: 8 }), (parts, cuts) => {
        const bytes = Buffer.from(parts.join(''));
        const { rejected, ...whole } = framesThrough(framers[name]!(), [bytes]);
        const { rejected: rejectedCut, ...cut } = framesThrough(framers[name]!(), cutAt(bytes, cuts));
        expect(cut).toEqual(whole);
        expect(rejectedCut).toEqual(rejected);
      }),
      { numRuns: 1500 },
    );
  });
});

test('octet counting: frames come back, bad counts break the stream', () => {
  const encode = (texts: readonly string[]) => Buffer.from(texts.map((text) => `${text.length} ${text}`).join(''));
  expect(framesThrough(framers['octet-counting']!(), [encode(['hello', 'a b', '12 x'])]).frames).toEqual(['hello', 'a b', '12 x']);
  for (const bad of ['x', '51 too long', '123456789 x', '0 ', ' 1 a', '5 abc', '12'])
    expect(framesThrough(framers['octet-counting']!(), [Buffer.from(bad)]).rejected.length, bad).toBe(1);
});

test('octet counting: a message over the limit is cut or split, and those behind it are read on', () => {
  const stream = Buffer.from('2 ok12 abcdefghijkl3 end');
  const cut = framesThrough(framers['octet-counting, cut']!(), [stream]);
  expect([cut.frames.map((frame) => frame.slice(0, 5)), cut.rejected]).toEqual([['ok', 'abcde', 'end'], []]);
  expect(framesThrough(framers['octet-counting, split']!(), [stream]).frames).toEqual(['ok', 'abcdef', 'ghijkl', 'end']);
});

test('the first trailer that comes is that of the stream', () => {
  const of = (text: string) => framesThrough(framers['lf or nul']!(), [Buffer.from(text)]).frames;
  expect(of('<14>one\0<14>two\nlines\0<14>three\0')).toEqual(['<14>one', '<14>two\nlines', '<14>three']);
  expect(of('<14>one\r\n<14>t\0wo\n')).toEqual(['<14>one', '<14>t\0wo']);
});

test.each([1, 2, 4] as const)('length prefix of %i bytes: frames come back, in both byte orders', (prefixBytes) => {
  for (const endian of ['big', 'little'] as const) {
    const sized = (text: string) => {
      const prefix = Buffer.alloc(prefixBytes);
      if (endian === 'big') prefix.writeUIntBE(text.length, 0, prefixBytes);
      else prefix.writeUIntLE(text.length, 0, prefixBytes);
      return Buffer.concat([prefix, Buffer.from(text)]);
    };
    const of = () => createLengthPrefixFramer({ prefixBytes, endian, maxEventBytes: 200 });
    const texts = ['hello', '', 'x'.repeat(200), '\n'];
    expect(framesThrough(of(), [Buffer.concat(texts.map(sized))])).toMatchObject({ frames: texts.filter(Boolean), empty: 1, rejected: [] });
    expect(framesThrough(of(), [sized('ok'), sized('y'.repeat(201)), sized('never')])).toMatchObject({
      frames: ['ok'],
      rejected: ['LIMIT_EVENT_SIZE'],
    });
    expect(framesThrough(of(), [sized('cut').subarray(0, prefixBytes + 1)]).rejected).toEqual(['DECODE_UNFINISHED_FRAME']);
    if (prefixBytes > 1) expect(framesThrough(of(), [Buffer.of(0)]).rejected).toEqual(['DECODE_UNFINISHED_FRAME']);
  }
});

test('where frames of a trailer stand in the stream, however it is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'bc', '--', '-', '\r', 'x'.repeat(30)), { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      fc.constantFrom('--', '-', '\r'),
      (parts, cuts, trailer) => {
        const bytes = Buffer.from(parts.join(''));
        const framer = createTrailerFramer({ ...limits, trailer: Buffer.from(trailer), dropCarriageReturn: false });
        let position = 0;
        let chunk: Buffer = bytes;
        const sink: FrameSink = {
          frames(from, ranges, count) {
            for (let index = 0; index < count; index++) {
              const offset = ranges[index * 2]!;
              const place = from === chunk ? position + offset : framer.openStart + offset;
              const frame = Buffer.from(from.subarray(offset, offset + ranges[index * 2 + 1]!));
              expect(bytes.subarray(place, place + frame.length)).toEqual(frame);
            }
          },
          reject: () => expect.unreachable(),
          empty: () => undefined,
        };
        for (chunk of cutAt(bytes, cuts)) {
          framer.push(chunk, sink);
          position += chunk.length;
          const last = bytes.lastIndexOf(trailer, position - trailer.length);
          if (trailer.length === 1) expect(framer.openStart).toBe(position === 0 || last < 0 ? 0 : last + 1);
        }
        framer.end(sink);
        expect(framer.openStart).toBe(bytes.length);
      },
    ),
    { numRuns: 1000 },
  );
});

test('delimiters as users write them', () => {
  expect(parseDelimiter('\\r\\n')).toEqual(Uint8Array.of(13, 10));
  expect(parseDelimiter('a\\x00é\\\\')).toEqual(Uint8Array.of(97, 0, 0xc3, 0xa9, 92));
  for (const bad of ['', '\\q', '\\x1', '\\', 'seventeen letters']) expect(parseDelimiter(bad), bad).toBeUndefined();
});

test('oversize lines: cut with their true size, split into pieces, or refused; the next line is whole', () => {
  const long = 'x'.repeat(5000);
  for (const size of [1, 7, 999, 6000]) {
    const chunks = Array.from({ length: Math.ceil(5006 / size) }, (_, index) =>
      Buffer.from(`${long}\nnext\n`).subarray(index * size, (index + 1) * size),
    );
    const of = (onOversize: 'truncate' | 'split' | 'reject') =>
      framesThrough(createTrailerFramer({ maxEventBytes: 1000, onOversize, trailer: Buffer.from('\n'), dropCarriageReturn: true }), chunks);
    const cut = of('truncate');
    expect([cut.frames.at(-1), cut.wire]).toEqual(['next', 5004]);
    const split = of('split');
    expect([split.frames.slice(0, -1).join(''), split.frames.at(-1)]).toEqual([long, 'next']);
    expect(of('reject')).toMatchObject({ frames: ['next'], rejected: ['LIMIT_EVENT_SIZE'] });
  }
});

describe('JSON elements', () => {
  const json = createJsonElements({ maxElementBytes: 1 << 20 });
  const texts = (body: string, how: 'array' | 'lines' | 'concatenated' | 'body') => {
    const list = new ElementList();
    const bytes = Buffer.from(body);
    json[how](bytes, list);
    return {
      texts: Array.from({ length: list.count }, (_, index) =>
        bytes.subarray(list.frames[index * 3]!, list.frames[index * 3]! + list.frames[index * 3 + 1]!).toString(),
      ),
      rejected: list.rejected,
      empty: list.empty,
    };
  };

  test('what JSON.parse takes is taken, what it refuses is refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.string({
            unit: fc.constantFrom('{', '}', '[', ']', '"', ':', ',', '1', '-', '.', 'e', '\\', 'u', 'a', ' ', 'true', 'null', '"a"'),
          }),
        ),
        (text) => {
          let valid = true;
          try {
            JSON.parse(text);
          } catch {
            valid = false;
          }
          if (text.trim() === '' || /e\+?\d{3}|\d{300}/i.test(text)) return;
          expect(texts(text, 'body').rejected, text).toBe(valid ? 0 : 1);
        },
      ),
      { numRuns: 5000 },
    );
  });
  test('arrays, lines and touching values come back element by element', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 10 }), (values) => {
        const each = values.map((value) => JSON.stringify(value));
        expect(texts(`[${each.join(' , ')}]`, 'array').texts).toEqual(each);
        expect(texts(each.join('\n'), 'lines').texts).toEqual(each);
        expect(texts(each.join(' '), 'concatenated').texts).toEqual(each);
      }),
      { numRuns: 500 },
    );
  });
  test('a broken array keeps what came before; a trailing rest is refused', () => {
    expect(texts('[1,2,{bad},3]', 'array')).toEqual({ texts: ['1', '2', '{bad},3]'], rejected: 1, empty: 0 });
    expect(texts('[1,2', 'array')).toMatchObject({ rejected: 1 });
    expect(texts('[1] x', 'array')).toMatchObject({ texts: ['1', 'x'], rejected: 1 });
    expect(texts('[]', 'array')).toEqual({ texts: [], rejected: 0, empty: 0 });
  });
});
