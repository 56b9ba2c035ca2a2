import {
  cellTags,
  rowWord,
  rowWords,
  type BulkRows,
  type CellTag,
  type FrameBlock,
  type FrameMeta,
  type Slot,
  type SlotTable,
} from '@acequia/batch';
import { withAddedFields } from '../../formats/added-fields.ts';
import { inheritAttribute } from './frame-meta.ts';

/** Attributes of a request that become fields of its events, in their order. */
export const requestAttributes = {
  http_method: cellTags.text,
  http_path: cellTags.text,
  http_query: cellTags.json,
  http_headers: cellTags.json,
} as const satisfies Readonly<Record<string, CellTag>>;

type Attribute = keyof typeof requestAttributes;
const attributes = Object.keys(requestAttributes) as readonly Attribute[];

interface Value {
  readonly offset: number;
  readonly length: number;
}

/** Adds to rows that are made in bulk the fields of the requests they came with. */
export class RequestFields {
  readonly #slots: ReadonlyMap<Attribute, Slot>;

  constructor(slots: SlotTable) {
    this.#slots = new Map(attributes.map((name) => [name, slots.slot(name)]));
  }

  /**
   * Rows added to what is returned get the fields; `end` must be called after the last one. Undefined when the requests of
   * the block have not all the same fields, or members of their bodies are copied to each element.
   */
  over(block: FrameBlock, out: BulkRows): { readonly rows: BulkRows; end(): void } | undefined {
    const names = commonAttributes(block);
    if (names === undefined) return undefined;
    const segment = out.reserveSegment() << 8;
    const tags = names.map((name) => requestAttributes[name] | segment);
    const parts: Buffer[] = [];
    let used = 0;
    const known = new Map<FrameMeta, readonly Value[]>();
    const valuesOf = (meta: FrameMeta): readonly Value[] => {
      const values = names.map((name): Value => {
        const part = Buffer.from(meta.attributes![name]!);
        parts.push(part);
        used += part.length;
        return { offset: used - part.length, length: part.length };
      });
      known.set(meta, values);
      return values;
    };
    let lastMeta: FrameMeta | undefined;
    let last: readonly Value[] = [];
    const rows = withAddedFields(out, {
      names,
      slots: names.map((name) => this.#slots.get(name)!),
      put: (cells, words, first, count) => {
        for (let row = first * rowWords; row < (first + count) * rowWords; row += rowWords) {
          const meta = block.meta(words[row + rowWord.frame]!);
          if (meta !== lastMeta) last = known.get((lastMeta = meta)) ?? valuesOf(meta);
          const at = words[row + rowWord.start]! + (words[row + rowWord.fields]! - tags.length) * 3;
          for (let n = 0; n < tags.length; n++) {
            cells[at + n * 3] = last[n]!.offset;
            cells[at + n * 3 + 1] = last[n]!.length;
            cells[at + n * 3 + 2] = tags[n]!;
          }
        }
      },
    });
    return { rows, end: () => out.setSegment(segment >> 8, Buffer.concat(parts), false) };
  }
}

/** The attributes that become fields, when they are the same for all frames. */
function commonAttributes(block: FrameBlock): readonly Attribute[] | undefined {
  let names: readonly Attribute[] | undefined;
  let last: FrameMeta | undefined;
  for (let frame = 0; frame < block.count; frame++) {
    const meta = block.meta(frame);
    if (meta === last) continue;
    last = meta;
    if (meta.attributes?.[inheritAttribute] !== undefined) return undefined;
    const own = attributes.filter((name) => meta.attributes?.[name] !== undefined);
    if ((names ??= own).join() !== own.join()) return undefined;
  }
  return names;
}
