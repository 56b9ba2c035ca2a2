import { createKernels, createSlotTable, releaseBatch } from '@acequia/batch';
import { createBlockDecoder } from '../../formats/block-decoder.ts';
import type { LineDecoding } from '../../formats/line-decoder.ts';
import { lineFormats, type LineFormat } from '../../formats/line-formats.ts';
import { blockOfFrames, builderOfBlock } from '../frames-view.ts';
import { expectEqual, type FuzzTarget } from './target.ts';

const lines: Readonly<Record<LineFormat, { readonly seeds: readonly string[]; readonly words: readonly string[] }>> = {
  text: { seeds: ['plain text', 'ñ→🌊 \t\r'], words: ['\ufeff', '\0', '🌊'] },
  json: {
    seeds: ['{"a":1,"b":{"c":[1,2,{"d":null}]},"e":"x\\n\\u00e9"}', '{"n":9007199254740993,"f":-1.5e300,"t":true,"a":1}'],
    words: ['{"', '":', '[', ']', '}', ',', '\\u', '\\ud83d\\ude00', '1e400', '-0', 'null', '__proto__', '"constructor":', '[[[[[[[[', ' '],
  },
  csv: { seeds: ['a,b,c', '"x ""y""",2,"line"', ',,'], words: ['"', '""', ',', ';', '\r', ' "'] },
  kv: { seeds: ['a=1 b="two words" c=3.5', 'key=\'x\' empty= last="un\\"quoted"'], words: ['=', '"', '\\"', ' ', ',', '==', "'"] },
  syslog: {
    seeds: [
      '<34>1 2026-05-17T14:30:00.003Z host app 12 ID47 [ex@1 a="1" b="x\\]"][o@2 c="d"] \ufeffmessage',
      '<13>Oct 11 22:14:15 host su[12]: failed',
      '<0>1 - - - - - -',
    ],
    words: ['<191>1 ', '<999>', ' - ', '[a b="', '"]', '\\]', 'Feb 29 ', '2026-02-30T25:61:61.999999999+14:00', '\ufeff'],
  },
  cef: {
    seeds: ['CEF:0|Vendor|Product|1.0|100|Name|10|src=10.0.0.1 dst=2.1.2.2 msg=a \\= b cs1Label=x cs1=y'],
    words: ['CEF:', '|', '\\|', '\\=', '=', ' msg=', 'cs1Label=', '\\n'],
  },
  leef: {
    seeds: ['LEEF:2.0|Lancope|StealthWatch|1.0|41|^|src=10.0.1.8^dst=10.0.0.5^sev=5', 'LEEF:1.0|a|b|1|2|x=1\ty=2'],
    words: ['LEEF:', '|', '^', 'x09', '0x7c', '\t', '='],
  },
};

/** The lines of the input as frames of one block, with the kernels' decoder and with that of single frames. */
function lineTarget(format: LineFormat): FuzzTarget {
  const decoding = { format, charset: 'utf-8', onInvalid: 'replace', timezone: 'UTC' } as LineDecoding;
  const kernels = createKernels('wasm');
  const outcome = (frames: readonly Uint8Array[], withKernels: boolean) => {
    const slots = createSlotTable();
    const block = blockOfFrames(frames);
    const builder = builderOfBlock(block, slots);
    createBlockDecoder(decoding, { slots, ...(withKernels ? { kernels } : {}) }).decode(block, builder);
    const { events, rejected, empty } = builder.finish();
    const counts = { events: events.count, rejected: rejected.count, empty };
    releaseBatch(events);
    return counts;
  };
  return {
    id: `format ${format}`,
    seeds: lines[format].seeds.map((text) => Buffer.from(text)),
    words: ['\n', ...lines[format].words],
    read(input) {
      const frames = splitLines(input);
      const plain = outcome(frames, false);
      expectEqual('frames', plain.events + plain.rejected + plain.empty, frames.length);
      expectEqual('by kernels', outcome(frames, true), plain);
      return frames.length;
    },
  };
}

function splitLines(input: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (let from = 0; from <= input.length;) {
    const found = input.indexOf(0x0a, from);
    const end = found < 0 ? input.length : found;
    frames.push(input.subarray(from, end));
    from = end + 1;
  }
  return frames;
}

export const lineTargets = (): readonly FuzzTarget[] => lineFormats.map(lineTarget);
