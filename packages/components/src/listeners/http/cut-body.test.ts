import { expect, test } from 'vitest';
import { decodeFrames } from '../../testing/listener-harness.ts';
import { httpConfig } from './config.ts';
import { cutBody } from './cut-body.ts';
import { createHttpDecoder } from './decoder.ts';

const limits = { maxEventBytes: 1_048_576, onOversize: 'truncate' } as const;

function read(body: string, config: Record<string, unknown> = {}) {
  const full = httpConfig.parse(config);
  const { bytes, frames, count, attributes } = cutBody(full, Buffer.from(body), limits);
  const meta = { receivedMs: 1, transport: 'internal', attributes } as const;
  const cut = Array.from({ length: count }, (_, index) => {
    const [offset, length, flags] = frames.subarray(index * 3);
    return { bytes: bytes.subarray(offset, offset! + length!), flags: flags!, meta };
  });
  return decodeFrames((slots) => createHttpDecoder(full, { slots }), cut);
}

test.each([
  ['an array over several lines', '[\n  {"a": 1},\n  {"a": 2}\n]', {}, [{ a: 1 }, { a: 2 }]],
  ['objects in lines', '{"a":1}\n{"a":2}', {}, [{ a: 1 }, { a: 2 }]],
  ['one object over several lines', '{\n "a": 1\n}', {}, [{ a: 1 }]],
  [
    'a list inside, with what it inherits',
    '{"host":"h","rows":[{"a":1},{"a":2}]}',
    { extraction: 'json-path', jsonPath: 'rows[*]', inherit: ['host'] },
    [
      { host: 'h', a: 1 },
      { host: 'h', a: 2 },
    ],
  ],
  ['lines', 'first\nsecond\n', {}, [{ message: 'first' }, { message: 'second' }]],
])('a sample is read as the body it is: %s', (_name, body, config, expected) => {
  expect(read(body, config).events.map(({ fields }) => fields)).toEqual(expected);
});

test('what a sender would be refused is refused in a sample', () => {
  const full = httpConfig.parse({});
  const { count, rejectCode } = cutBody(full, Buffer.from('[{"a":1},{"a":]'), limits);
  expect(count).toBe(1);
  expect(rejectCode!(0)).toMatch(/^DECODE_JSON/);
});
