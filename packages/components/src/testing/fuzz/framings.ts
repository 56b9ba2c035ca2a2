import { createAutoFramer } from '../../framings/auto-framer.ts';
import { ElementList } from '../../framings/element-list.ts';
import type { Framer } from '../../framings/framer.ts';
import { createJsonElements } from '../../framings/json-elements.ts';
import { createLengthPrefixFramer } from '../../framings/length-prefix-framer.ts';
import { createOctetCountingFramer } from '../../framings/octet-counting-framer.ts';
import { createTrailerFramer } from '../../framings/trailer-framer.ts';
import { framesThrough } from '../framed.ts';
import { expectEqual, Unbalanced, type FuzzTarget } from './target.ts';

const limits = { maxEventBytes: 60, onOversize: 'truncate' } as const;
const newline = () => createTrailerFramer({ ...limits, trailer: Buffer.from('\n'), dropCarriageReturn: true });
const framers: Readonly<Record<string, () => Framer>> = {
  newline,
  delimiter: () => createTrailerFramer({ ...limits, trailer: Buffer.from('--'), dropCarriageReturn: false }),
  'octet-counting': () => createOctetCountingFramer(limits),
  'length-prefix': () => createLengthPrefixFramer({ prefixBytes: 2, endian: 'big', maxEventBytes: 60 }),
  auto: () => createAutoFramer(() => createOctetCountingFramer(limits), newline),
};

/** Longer frames are cut by the intake: how much of them a framer keeps is its own affair. */
function framesOf(framer: Framer, pieces: readonly Buffer[]) {
  const { frames, rejected, empty } = framesThrough(framer, pieces);
  return { frames: frames.map((frame) => frame.slice(0, limits.maxEventBytes)), rejected, empty };
}

/** A stream gives the same frames whole, byte by byte, and in pieces. */
export const framerTargets = (): readonly FuzzTarget[] =>
  Object.entries(framers).map(([id, create]): FuzzTarget => ({
    id: `framing ${id}`,
    seeds: ['11 <13>hello a5 abcde', 'one\ntwo\r\n\nlast', 'a--b---c', '\0\x03abc\0\x00'].map((text) => Buffer.from(text, 'latin1')),
    words: ['\n', '\r\n', '--', '-', '5 ', '61 ', '\0\x02', '\0', 'x'.repeat(70)],
    read(input) {
      const bytes = Buffer.from(input);
      const whole = framesOf(create(), [bytes]);
      for (const pieceBytes of [1, 7]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, n) =>
          bytes.subarray(n * pieceBytes, (n + 1) * pieceBytes),
        );
        expectEqual(`in pieces of ${pieceBytes}`, framesOf(create(), pieces), whole);
      }
      return whole.frames.length + whole.rejected.length + whole.empty;
    },
  }));

/** What a body of JSON is split into: elements that follow each other inside it. */
export const elementTargets = (): readonly FuzzTarget[] =>
  (['body', 'array', 'lines', 'concatenated'] as const).map((framing): FuzzTarget => {
    const elements = createJsonElements({ maxElementBytes: 200 });
    return {
      id: `elements ${framing}`,
      seeds: ['[{"a":1},2,"x"]', ' {"a":[1]} ', '[]', '1\n{}\n\n[2]'].map((text) => Buffer.from(text)),
      words: ['[', ']', '{"', '":', '}', ',', '\n', ' ', '"', '\\', '\ufeff', '1e', '[[[[[[[['],
      read(input) {
        const list = new ElementList();
        elements[framing](input, list);
        let at = 0;
        for (let index = 0; index < list.count; index++) {
          const offset = list.frames[index * 3]!;
          const end = offset + list.frames[index * 3 + 1]!;
          if (offset < at || end > input.length)
            throw new Unbalanced(`element ${index} lies at ${offset} to ${end}, after ${at}, of ${input.length}`);
          at = end;
        }
        return list.count + list.empty;
      },
    };
  });
