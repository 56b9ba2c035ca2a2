import { crc32 } from 'node:zlib';
import { assert } from '@acequia/base';
import { cellWords, genericWords, slotName } from './batch-core.ts';
import { segmentOf, tagOf } from './cell-codec.ts';
import { imageAt, imageFrameWords, imageHeaderBytes, imageMagic, imageVersion, noRaw, pad8 } from './image-layout.ts';
import { genericShape, overflowBit, rowWord, rowWords } from './row-table.ts';
import { TableView } from './table-view.ts';
import { cellTags, type BatchEnvelope, type BatchView, type FrameMeta } from './view.ts';

export interface ImageOptions {
  /** Keep `_raw` where the batch has it; default true. */
  readonly raw?: boolean;
}

/**
 * The selected rows of one or several views as one batch image, in order; a new array with nothing else in it. Fields,
 * their order, ids, times, flags and internal fields survive. Joining the rows of several batches is
 * `readImage(writeImage(views))`.
 */
export function writeImage(views: BatchView | readonly BatchView[], options: ImageOptions = {}): Uint8Array {
  const writer = new ImageWriter(options.raw ?? true);
  for (const view of Array.isArray(views) ? (views as readonly BatchView[]) : [views as BatchView]) {
    assert(view instanceof TableView, 'a view that this package did not make');
    writer.add(view);
  }
  return writer.assemble();
}

class ImageWriter {
  #view!: TableView;
  readonly #raw: boolean;
  readonly #envelopes: BatchEnvelope[] = [];
  readonly #envelopeIndex = new Map<BatchEnvelope, number>();
  readonly #metas: FrameMeta[] = [];
  readonly #metaIndex = new Map<FrameMeta, number>();
  readonly #shapes: string[][] = [];
  readonly #shapeBySignature = new Map<string, number>();
  readonly #shapeIndex = new Map<number, number>();
  readonly #suffixes: string[] = [''];
  readonly #frames: number[] = [];
  readonly #frameIndex = new Map<number, number>();
  #rows = new Int32Array(64 * rowWords);
  #times = new BigInt64Array(this.#rows.buffer);
  #rowCount = 0;
  #codec: number | undefined;
  #data = Buffer.allocUnsafeSlow(4096);
  #dataEnd = 0;
  #cells = new Uint32Array(1024);
  #cellEnd = 0;
  #rawFrom = 0;
  #rawTo = 0;
  #rawAt = -1;

  constructor(raw: boolean) {
    this.#raw = raw;
  }

  add(view: TableView): void {
    this.#view = view;
    this.#codec ??= view.core.frames.codec;
    this.#shapeIndex.clear();
    this.#frameIndex.clear();
    this.#envelopeIndex.clear();
    this.#envelope(view.core.frames.envelope(0), view.label);
    this.#roomForRows(view.count);
    for (let i = 0; i < view.count; i++) this.#addRow(view.rows[i]!);
  }

  #addRow(row: number): void {
    const { table, core } = this.#view;
    const at = row * rowWords;
    const words = table.words;
    const out = this.#rows;
    const to = this.#rowCount * rowWords;
    const shape = words[at + rowWord.shape]!;
    const suffix = words[at + rowWord.suffix]!;
    const start = this.#cellEnd;
    out[to + rowWord.frame] = this.#frame(words[at + rowWord.frame]!);
    this.#copyRow(row, shape);
    out[to + rowWord.shape] = shape < 0 ? genericShape : this.#shape(shape);
    out[to + rowWord.start] = start;
    out[to + rowWord.room] = this.#cellEnd - start;
    out[to + rowWord.fields] = words[at + rowWord.fields]!;
    out[to + rowWord.element] = words[at + rowWord.element]!;
    out[to + rowWord.flags] = words[at + rowWord.flags]! & ~overflowBit;
    out[to + rowWord.suffix] = suffix === 0 ? 0 : this.#suffixes.push(core.suffixes[suffix]!) - 1;
    this.#times[this.#rowCount * 5 + 4] = table.times[row * 5 + 4]!;
    this.#rowCount++;
  }

  assemble(): Uint8Array {
    const dictionary = Buffer.from(
      JSON.stringify({ envelopes: this.#envelopes, metas: this.#metas, shapes: this.#shapes, suffixes: this.#suffixes }),
    );
    const rowBytes = this.#rowCount * rowWords * 4;
    const frameBytes = this.#frames.length * 4;
    const rowsAt = imageHeaderBytes + pad8(dictionary.length) + frameBytes;
    const cellsAt = rowsAt + rowBytes;
    const dataAt = cellsAt + pad8(this.#cellEnd * 4);
    const total = dataAt + this.#dataEnd;
    const image = Buffer.alloc(total);
    image.writeUInt32LE(imageMagic, imageAt.magic);
    image.writeUInt16LE(imageVersion, imageAt.version);
    image.writeUInt32LE(total, imageAt.total);
    image.writeUInt32LE(this.#frames.length / imageFrameWords, imageAt.frames);
    image.writeUInt32LE(this.#rowCount, imageAt.rows);
    image.writeUInt32LE(rowWords, imageAt.rowWords);
    image.writeUInt32LE(this.#cellEnd, imageAt.cellWords);
    image.writeUInt32LE(this.#dataEnd, imageAt.data);
    image.writeUInt32LE(this.#codec ?? 0, imageAt.codec);
    image.writeUInt32LE(dictionary.length, imageAt.dictionary);
    image.set(dictionary, imageHeaderBytes);
    image.set(new Uint8Array(Uint32Array.from(this.#frames).buffer), rowsAt - frameBytes);
    image.set(new Uint8Array(this.#rows.buffer, 0, rowBytes), rowsAt);
    image.set(new Uint8Array(this.#cells.buffer, 0, this.#cellEnd * 4), cellsAt);
    image.set(this.#data.subarray(0, this.#dataEnd), dataAt);
    image.writeUInt32LE(crc32(image.subarray(imageAt.frames)), imageAt.crc);
    return image;
  }

  #frame(frame: number): number {
    const { core, label } = this.#view;
    const known = this.#frameIndex.get(frame);
    const first = known === undefined ? this.#frames.length : known * imageFrameWords;
    if (known === undefined) {
      const rawLength = this.#raw ? core.frames.rawLength(frame) : -1;
      this.#frames.push(
        this.#envelope(core.frames.envelope(frame), label),
        core.frames.number(frame),
        this.#meta(core.frames.meta(frame)),
        core.frames.flags(frame),
        core.frames.wireBytes(frame),
        rawLength < 0 ? 0 : this.#append(0, core.frames.rawOffset(frame), rawLength, 1),
        rawLength < 0 ? noRaw : rawLength,
        0,
      );
      this.#frameIndex.set(frame, first / imageFrameWords);
    }
    const kept = this.#frames[first + 6]!;
    this.#rawAt = kept === noRaw ? -1 : this.#frames[first + 5]!;
    this.#rawFrom = core.frames.rawOffset(frame);
    this.#rawTo = kept === noRaw ? this.#rawFrom : this.#rawFrom + kept;
    return first / imageFrameWords;
  }

  #envelope(envelope: BatchEnvelope, label: string | undefined): number {
    const known = this.#envelopeIndex.get(envelope);
    if (known !== undefined) return known;
    const index = this.#envelopes.push(label === undefined ? envelope : { ...envelope, label }) - 1;
    this.#envelopeIndex.set(envelope, index);
    return index;
  }

  #meta(meta: FrameMeta): number {
    const known = this.#metaIndex.get(meta);
    if (known !== undefined) return known;
    const index = this.#metas.push(meta) - 1;
    this.#metaIndex.set(meta, index);
    return index;
  }

  #shape(shape: number): number {
    const known = this.#shapeIndex.get(shape);
    if (known !== undefined) return known;
    const names = this.#view.core.shapes.shapes[shape]!.refs.map((ref) => ref.name);
    const signature = names.join('\0');
    const index = this.#shapeBySignature.get(signature) ?? this.#shapes.push(names) - 1;
    this.#shapeBySignature.set(signature, index);
    this.#shapeIndex.set(shape, index);
    return index;
  }

  #copyRow(row: number, shape: number): void {
    const { cells, core } = this.#view;
    const fields = cells.fields(row);
    this.#roomForCells(fields * genericWords);
    for (let index = 0; index < fields; index++) {
      const word = cells.cellAt(row, index);
      if (shape < 0) this.#copyName(word - 2, cells.name(row, index));
      this.#copyCell(core.cells[word]!, core.cells[word + 1]!, core.cells[word + 2]!);
    }
  }

  /** Names of generic rows are always spans: slots mean nothing outside this process. */
  #copyName(word: number, name: string): void {
    const { core } = this.#view;
    const second = core.cells[word + 1]!;
    const bytes = Buffer.from(name);
    const at = second === slotName ? this.#appendBytes(bytes) : this.#append(second >>> 16, core.cells[word]!, second & 0xffff, 1);
    this.#cells[this.#cellEnd++] = at;
    this.#cells[this.#cellEnd++] = bytes.length;
  }

  #copyCell(offset: number, length: number, tagWord: number): void {
    const tag = tagOf(tagWord);
    let at = 0;
    if (tag !== cellTags.missing && tag !== cellTags.null && tag !== cellTags.bool) {
      const segment = segmentOf(tagWord);
      const aligned = tag === cellTags.i64 || tag === cellTags.f64 || tag === cellTags.time || tag === cellTags.list;
      const inRaw = segment === 0 && this.#rawAt >= 0 && offset >= this.#rawFrom && offset + length <= this.#rawTo;
      at = inRaw && !aligned ? this.#rawAt + offset - this.#rawFrom : this.#append(segment, offset, length, aligned ? 8 : 1);
    }
    this.#cells[this.#cellEnd++] = at;
    this.#cells[this.#cellEnd++] = length;
    this.#cells[this.#cellEnd++] = tag;
  }

  #append(segment: number, offset: number, length: number, align: number): number {
    const at = this.#roomForData(length, align);
    this.#view.core.side.segments[segment]!.copy(this.#data, at, offset, offset + length);
    return at;
  }

  #appendBytes(bytes: Uint8Array): number {
    const at = this.#roomForData(bytes.length, 1);
    this.#data.set(bytes, at);
    return at;
  }

  #roomForData(length: number, align: number): number {
    const at = align === 8 ? pad8(this.#dataEnd) : this.#dataEnd;
    if (at + length > this.#data.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(at + length, this.#data.length * 2));
      this.#data.copy(grown, 0, 0, this.#dataEnd);
      this.#data = grown;
    }
    if (at > this.#dataEnd) this.#data.fill(0, this.#dataEnd, at);
    this.#dataEnd = at + length;
    return at;
  }

  #roomForRows(rows: number): void {
    const wanted = (this.#rowCount + rows) * rowWords;
    if (wanted <= this.#rows.length) return;
    const grown = new Int32Array(Math.max(wanted, this.#rows.length * 2));
    grown.set(this.#rows.subarray(0, this.#rowCount * rowWords));
    this.#rows = grown;
    this.#times = new BigInt64Array(grown.buffer);
  }

  #roomForCells(words: number): void {
    if (this.#cellEnd + words <= this.#cells.length) return;
    const grown = new Uint32Array(Math.max(this.#cellEnd + words, this.#cells.length * 2));
    grown.set(this.#cells.subarray(0, this.#cellEnd));
    this.#cells = grown;
  }
}

/** Words of a row's cells in an image. */
export function rowCellWords(shape: number, fields: number): number {
  return fields * (shape < 0 ? genericWords : cellWords);
}
