import { cellTags, frameWords, type BulkRows, type FrameBlock, type Slot, type SlotTable } from '@acequia/batch';
import { withAddedFields } from '../../formats/added-fields.ts';

const names = ['file_path', 'file_name', 'file_offset'] as const;

const metaWord = 2;

/** Frames of one number have one meta. */
const metaNumber = ({ table }: FrameBlock, frame: number): number => (table === undefined ? frame : table[frame * frameWords + metaWord]!);

/** Adds to rows that are made in bulk where their lines stood: path, name and offset in the file. */
export class PlaceFields {
  readonly #slots: readonly Slot[];

  constructor(slots: SlotTable) {
    this.#slots = names.map((name) => slots.slot(name));
  }

  /** Rows added to what is returned get the three fields; `end` must be called after the last one. */
  over(block: FrameBlock, out: BulkRows): { readonly rows: BulkRows; end(): void } {
    const offsets = new Uint32Array(block.count * 2);
    const offsetSegment = out.reserveSegment();
    const places = new Map<object, { readonly segment: number; readonly path: number; readonly name: number; readonly shift: number }>();
    let lastNumber: number | undefined;
    let last: ReturnType<typeof places.get>;
    const placeOf = (frame: number) => {
      const number = metaNumber(block, frame);
      if (number === lastNumber) return last!;
      const meta = block.meta(frame);
      let place = places.get(meta);
      if (place === undefined) {
        const path = Buffer.from(meta.attributes?.['file_path'] ?? '');
        const name = Buffer.from(meta.attributes?.['file_name'] ?? '');
        const segment = out.addSegment(Buffer.concat([path, name]), false);
        places.set(meta, (place = { segment: segment << 8, path: path.length, name: name.length, shift: meta.position ?? 0 }));
      }
      lastNumber = number;
      last = place;
      return place;
    };
    const rows = withAddedFields(out, {
      names,
      slots: this.#slots,
      put: (frame, cells, at) => {
        const { segment, path, name, shift } = placeOf(frame);
        const position = shift + block.offset(frame);
        offsets[frame * 2] = position;
        offsets[frame * 2 + 1] = Math.floor(position / 0x1_0000_0000);
        cells[at] = 0;
        cells[at + 1] = path;
        cells[at + 2] = cellTags.text | segment;
        cells[at + 3] = path;
        cells[at + 4] = name;
        cells[at + 5] = cellTags.text | segment;
        cells[at + 6] = frame * 8;
        cells[at + 7] = 8;
        cells[at + 8] = cellTags.i64 | (offsetSegment << 8);
      },
    });
    return { rows, end: () => out.setSegment(offsetSegment, new Uint8Array(offsets.buffer)) };
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
