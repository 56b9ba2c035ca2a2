import { cellTags, frameWords, rowWord, rowWords, type BulkRows, type FrameBlock, type Slot, type SlotTable } from '@acequia/batch';
import { withAddedFields } from '../../formats/added-fields.ts';

const names = ['file_path', 'file_name', 'file_offset'] as const;

const metaWord = 2;

/** Frames of one number have one meta. */
const metaNumber = ({ table }: FrameBlock, frame: number): number => (table === undefined ? frame : table[frame * frameWords + metaWord]!);

/** Where the lines of one meta stood: lengths of path and name, which lie one behind the other, and what is added to offsets. */
interface Place {
  readonly tag: number;
  readonly path: number;
  readonly name: number;
  readonly position: number;
}

const nowhere: Place = { tag: 0, path: 0, name: 0, position: 0 };

/** Adds to rows that are made in bulk where their lines stood: path, name and offset in the file. */
export class PlaceFields {
  readonly #slots: readonly Slot[];
  /** Offsets of a block's frames, 64 bits each; used again for each block. */
  #offsets = new Uint32Array(0);

  constructor(slots: SlotTable) {
    this.#slots = names.map((name) => slots.slot(name));
  }

  /** Rows added to what is returned get the three fields; `end` must be called after the last one. */
  over(block: FrameBlock, out: BulkRows): { readonly rows: BulkRows; end(): void } {
    if (this.#offsets.length < block.count * 2) this.#offsets = new Uint32Array(block.count * 4);
    const offsets = this.#offsets;
    const offsetSegment = out.reserveSegment();
    const offsetTag = cellTags.i64 | (offsetSegment << 8);
    const places = new Map<object, Place>();
    const placeOf = (frame: number): Place => {
      const meta = block.meta(frame);
      let place = places.get(meta);
      if (place === undefined) {
        const path = Buffer.from(meta.attributes?.['file_path'] ?? '');
        const name = Buffer.from(meta.attributes?.['file_name'] ?? '');
        const segment = out.addSegment(Buffer.concat([path, name]), false);
        places.set(
          meta,
          (place = { tag: cellTags.text | (segment << 8), path: path.length, name: name.length, position: meta.position ?? 0 }),
        );
      }
      return place;
    };
    const put = (cells: Uint32Array, words: Int32Array, first: number, count: number): void => {
      let number = -1;
      let place = nowhere;
      for (let row = first * rowWords; row < (first + count) * rowWords; row += rowWords) {
        const frame = words[row + rowWord.frame]!;
        const own = metaNumber(block, frame);
        if (own !== number) {
          number = own;
          place = placeOf(frame);
        }
        const { tag, path, name } = place;
        const position = place.position + block.offset(frame);
        offsets[frame * 2] = position;
        offsets[frame * 2 + 1] = position / 0x1_0000_0000;
        const at = words[row + rowWord.start]! + (words[row + rowWord.fields]! - names.length) * 3;
        cells[at] = 0;
        cells[at + 1] = path;
        cells[at + 2] = tag;
        cells[at + 3] = path;
        cells[at + 4] = name;
        cells[at + 5] = tag;
        cells[at + 6] = frame * 8;
        cells[at + 7] = 8;
        cells[at + 8] = offsetTag;
      }
    };
    const rows = withAddedFields(out, { names, slots: this.#slots, put });
    return { rows, end: () => out.setSegment(offsetSegment, new Uint8Array(offsets.buffer, 0, block.count * 8)) };
  }

  /** Whether every frame's meta says where it stood, so that all rows get the same fields. */
  static known(block: FrameBlock): boolean {
    let last: number | undefined;
    for (let frame = 0; frame < block.count; frame++) {
      const number = metaNumber(block, frame);
      if (number === last) continue;
      last = number;
      const { attributes, position } = block.meta(frame);
      if (position === undefined || attributes?.['file_path'] === undefined || attributes['file_name'] === undefined) return false;
    }
    return block.count > 0;
  }
}
