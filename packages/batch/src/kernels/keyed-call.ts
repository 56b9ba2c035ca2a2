import { frameWords } from '../frame-block.ts';
import { rowWords } from '../row-table.ts';
import type { KeyedTemplates } from './keyed-templates.ts';
import type { Kernels } from './kernels.ts';
import { templateNamesMax } from './template-book.ts';

const callWords = 16;
const stackBytes = 128;

/** How names and values are told apart: members of JSON, pairs of a line, or pairs as the parser action reads them. */
export const keyedForms = { json: 0, 'key-value': 1, 'parsed-pairs': 2 } as const;
export type KeyedForm = keyof typeof keyedForms;

export interface KeyedCall {
  readonly form: KeyedForm;
  readonly templates: KeyedTemplates;
  readonly bytes: Uint8Array;
  /** Frames as a block stores them; `rejected` ones are left. */
  readonly table: Uint32Array;
  readonly from: number;
  readonly count: number;
  /** Cells left free behind each row's own. */
  readonly spare: number;
  /** Ends behind the first frame whose names are no template. */
  readonly stops: boolean;
}

/** What one call read. Views of the kernels' memory: valid until the next call. */
export interface KeyedRead {
  /** Frames looked at, from `from` on. */
  readonly looked: number;
  readonly cells: Uint32Array;
  /** Per frame the words of a row; its shape is the template's number. For the state 2: its start is the hash of its names. */
  readonly rows: Int32Array;
  /** Per frame: 1 = left, 2 = left, its names are no template. */
  readonly states: Uint8Array;
}

/** Reads frames by the templates known; undefined when they do not fit. */
export function readKeyed(
  kernels: Kernels,
  { form, templates, bytes, table, from, count, spare, stops }: KeyedCall,
): KeyedRead | undefined {
  kernels.reset();
  const call = kernels.region(callWords * 4);
  const block = kernels.copyIn(bytes);
  const frames = kernels.copyIn(new Uint8Array(table.buffer, table.byteOffset, count * frameWords * 4));
  const rows = kernels.region(count * rowWords * 4);
  const states = kernels.region(count);
  const stack = kernels.region(stackBytes);
  const names = kernels.region(templateNamesMax * 8);
  const known = templates.copyIn(kernels);
  const room = Math.min(kernels.free, Math.max(64 * 1024, bytes.length * 2) + count * spare * 12);
  const cells = kernels.region(room);
  if (block < 0 || frames < 0 || rows < 0 || states < 0 || stack < 0 || names < 0 || known < 0 || cells < 0) return undefined;
  const words = [block, frames, from, count, rows, cells, cells + room, states, known, names, stack, 0, spare * 12];
  kernels.words.set([...words, keyedForms[form], stops ? 1 : 0], call >> 2);
  const looked = kernels.run.keyedFrames(call);
  return {
    looked,
    cells: new Uint32Array(kernels.bytes.buffer, cells, kernels.words[(call >> 2) + 11]!),
    rows: kernels.words.subarray(rows >> 2, (rows >> 2) + count * rowWords),
    states: kernels.bytes.subarray(states, states + count),
  };
}
