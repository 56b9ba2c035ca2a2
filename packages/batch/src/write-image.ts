import { crc32 } from 'node:zlib';
import { assert, MiB } from '@acequia/base';
import { chargeRun } from '@acequia/event';
import { cellWords, genericWords, slotName } from './batch-core.ts';
import { segmentOf, tagOf } from './cell-codec.ts';
import { imageSteps } from './handling-steps.ts';
import { imageAt, imageFrameWords, imageHeaderBytes, imageMagic, imageVersion, noRaw, pad8 } from './image-layout.ts';
import { genericShape, overflowBit, overfullBit, rowWord, rowWords } from './row-table.ts';
import { TableView } from './table-view.ts';
import { textBuffer } from './text-buffer.ts';
import { cellTags, type BatchEnvelope, type BatchView, type FrameMeta } from './view.ts';

export interface ImageOptions {
  /** Keep `_raw` where the batch has it; default true. */
  readonly raw?: boolean;
  /** Memory for the image: exactly so many bytes, of any content. Default: a new array with nothing else in it. */
  into?(bytes: number): Uint8Array;
}

/**
 * The selected rows of one or several views as one batch image, in order. Fields, their order, ids, times, flags and internal fields survive. Joining the rows of several batches is
 * `readImage(writeImage(views))`.
 */
export function writeImage(views: BatchView | readonly BatchView[], options: ImageOptions = {}): Uint8Array {
  const writer = new ImageWriter(options.raw ?? true, scratch);
  for (const view of Array.isArray(views) ? (views as readonly BatchView[]) : [views as BatchView]) {
    assert(view instanceof TableView, 'a view that this package did not make');
    writer.add(view);
  }
  const image = writer.assemble(options.into ?? ((bytes) => Buffer.allocUnsafeSlow(bytes)));
  chargeRun(imageSteps(image.length));
  scratch.shrink();
  return image;
}

const scratchBytesMax = 4 * MiB;
const copyLoopMax = 48;

/** Arrays an image is gathered in; images are written one after the other, so a thread needs one set. */
class ImageScratch {
  rows = new Int32Array(64 * rowWords);
  times = new BigInt64Array(this.rows.buffer);
  cells = new Uint32Array(1024);
  frames = new Uint32Array(64 * imageFrameWords);
  data = Buffer.allocUnsafeSlow(4096);
  /** Place of a batch's frame in the image, -1 when it is not there yet. */
  frameIndex = new Int32Array(64);

  roomForRows(rows: number): void {
    if (rows * rowWords <= this.rows.length) return;
    this.rows = grown(this.rows, new Int32Array(Math.max(rows * rowWords, this.rows.length * 2)));
    this.times = new BigInt64Array(this.rows.buffer);
  }

  roomForCells(words: number): void {
    if (words > this.cells.length) this.cells = grown(this.cells, new Uint32Array(Math.max(words, this.cells.length * 2)));
  }

  roomForFrames(frames: number): void {
    const words = frames * imageFrameWords;
    if (words > this.frames.length) this.frames = grown(this.frames, new Uint32Array(Math.max(words, this.frames.length * 2)));
  }

  roomForData(bytes: number): void {
    if (bytes > this.data.length) this.data = grown(this.data, Buffer.allocUnsafeSlow(Math.max(bytes, this.data.length * 2)));
  }

  startFrames(count: number): void {
    if (count > this.frameIndex.length) this.frameIndex = new Int32Array(Math.max(count, this.frameIndex.length * 2));
    this.frameIndex.fill(-1, 0, count);
  }

  /** Lets go of what one large image needed. */
  shrink(): void {
    if (this.data.length > scratchBytesMax) this.data = Buffer.allocUnsafeSlow(4096);
    if (this.rows.byteLength > scratchBytesMax) {
      this.rows = new Int32Array(64 * rowWords);
      this.times = new BigInt64Array(this.rows.buffer);
    }
    if (this.cells.byteLength > scratchBytesMax) this.cells = new Uint32Array(1024);
    if (this.frames.byteLength > scratchBytesMax) this.frames = new Uint32Array(64 * imageFrameWords);
  }
}

function grown<T extends { set(from: T): void }>(from: T, to: T): T {
  to.set(from);
  return to;
}

const scratch = new ImageScratch();

class ImageWriter {
  #view!: TableView;
  readonly #raw: boolean;
  readonly #scratch: ImageScratch;
  readonly #envelopes: BatchEnvelope[] = [];
  readonly #envelopeIndex = new Map<BatchEnvelope, number>();
  readonly #metas: FrameMeta[] = [];
  readonly #metaIndex = new Map<FrameMeta, number>();
  readonly #shapes: string[][] = [];
  readonly #shapeBySignature = new Map<string, number>();
  readonly #shapeIndex = new Map<number, number>();
  readonly #suffixes: string[] = [''];
  #rowCount = 0;
  #frameCount = 0;
  #cellEnd = 0;
  #dataEnd = 0;
  #codec: number | undefined;
  #rawFrom = 0;
  #rawTo = 0;
  #rawAt = -1;

  constructor(raw: boolean, scratch: ImageScratch) {
    this.#raw = raw;
    this.#scratch = scratch;
  }

  add(view: TableView): void {
    this.#view = view;
    this.#codec ??= view.core.frames.codec;
    this.#shapeIndex.clear();
    this.#envelopeIndex.clear();
    this.#envelope(view.core.frames.envelope(0), view.label);
    this.#scratch.startFrames(view.core.frames.count);
    this.#scratch.roomForRows(this.#rowCount + view.count);
    for (let i = 0; i < view.count; i++) this.#addRow(view.rows[i]!);
  }

  #addRow(row: number): void {
    const { table, core } = this.#view;
    const at = row * rowWords;
    const words = table.words;
    const out = this.#scratch.rows;
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
    out[to + rowWord.flags] = words[at + rowWord.flags]! & ~(overflowBit | overfullBit);
    out[to + rowWord.suffix] = suffix === 0 ? 0 : this.#suffixes.push(core.suffixes[suffix]!) - 1;
    this.#scratch.times[this.#rowCount * 5 + 4] = table.times[row * 5 + 4]!;
    this.#rowCount++;
  }

  assemble(into: (bytes: number) => Uint8Array): Uint8Array {
    const dictionary = Buffer.from(
      JSON.stringify({ envelopes: this.#envelopes, metas: this.#metas, shapes: this.#shapes, suffixes: this.#suffixes }),
    );
    const { rows, cells, frames, data } = this.#scratch;
    const framesAt = imageHeaderBytes + pad8(dictionary.length);
    const rowsAt = framesAt + this.#frameCount * imageFrameWords * 4;
    const cellsAt = rowsAt + this.#rowCount * rowWords * 4;
    const dataAt = cellsAt + pad8(this.#cellEnd * 4);
    const total = dataAt + this.#dataEnd;
    const image = textBuffer(into(total));
    image.fill(0, 0, imageHeaderBytes);
    image.fill(0, imageHeaderBytes + dictionary.length, framesAt);
    image.fill(0, cellsAt + this.#cellEnd * 4, dataAt);
    image.writeUInt32LE(imageMagic, imageAt.magic);
    image.writeUInt16LE(imageVersion, imageAt.version);
    image.writeUInt32LE(total, imageAt.total);
    image.writeUInt32LE(this.#frameCount, imageAt.frames);
    image.writeUInt32LE(this.#rowCount, imageAt.rows);
    image.writeUInt32LE(rowWords, imageAt.rowWords);
    image.writeUInt32LE(this.#cellEnd, imageAt.cellWords);
    image.writeUInt32LE(this.#dataEnd, imageAt.data);
    image.writeUInt32LE(this.#codec ?? 0, imageAt.codec);
    image.writeUInt32LE(dictionary.length, imageAt.dictionary);
    image.set(dictionary, imageHeaderBytes);
    image.set(new Uint8Array(frames.buffer, 0, rowsAt - framesAt), framesAt);
    image.set(new Uint8Array(rows.buffer, 0, cellsAt - rowsAt), rowsAt);
    image.set(new Uint8Array(cells.buffer, 0, this.#cellEnd * 4), cellsAt);
    image.set(data.subarray(0, this.#dataEnd), dataAt);
    image.writeUInt32LE(crc32(image.subarray(imageAt.frames)), imageAt.crc);
    return image;
  }

  #frame(frame: number): number {
    const { core } = this.#view;
    const { frameIndex } = this.#scratch;
    const known = frameIndex[frame]!;
    const index = known < 0 ? (frameIndex[frame] = this.#addFrame(frame)) : known;
    const { frames } = this.#scratch;
    const kept = frames[index * imageFrameWords + 6]!;
    this.#rawAt = kept === noRaw ? -1 : frames[index * imageFrameWords + 5]!;
    this.#rawFrom = core.frames.rawOffset(frame);
    this.#rawTo = kept === noRaw ? this.#rawFrom : this.#rawFrom + kept;
    return index;
  }

  #addFrame(frame: number): number {
    const { core, label } = this.#view;
    const index = this.#frameCount++;
    this.#scratch.roomForFrames(this.#frameCount);
    const rawLength = this.#raw ? core.frames.rawLength(frame) : -1;
    const rawAt = rawLength < 0 ? 0 : this.#append(0, core.frames.rawOffset(frame), rawLength, 1);
    const { frames } = this.#scratch;
    const at = index * imageFrameWords;
    frames[at] = this.#envelope(core.frames.envelope(frame), label);
    frames[at + 1] = core.frames.number(frame);
    frames[at + 2] = this.#meta(core.frames.meta(frame));
    frames[at + 3] = core.frames.flags(frame);
    frames[at + 4] = core.frames.wireBytes(frame);
    frames[at + 5] = rawAt;
    frames[at + 6] = rawLength < 0 ? noRaw : rawLength;
    frames[at + 7] = 0;
    return index;
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
    this.#scratch.roomForCells(this.#cellEnd + fields * genericWords);
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
    this.#scratch.cells[this.#cellEnd++] = at;
    this.#scratch.cells[this.#cellEnd++] = bytes.length;
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
    const { cells } = this.#scratch;
    cells[this.#cellEnd++] = at;
    cells[this.#cellEnd++] = length;
    cells[this.#cellEnd++] = tag;
  }

  #append(segment: number, offset: number, length: number, align: number): number {
    const at = this.#roomForData(length, align);
    const from = this.#view.core.side.segments[segment]!;
    const { data } = this.#scratch;
    if (length > copyLoopMax) from.copy(data, at, offset, offset + length);
    else for (let i = 0; i < length; i++) data[at + i] = from[offset + i]!;
    return at;
  }

  #appendBytes(bytes: Uint8Array): number {
    const at = this.#roomForData(bytes.length, 1);
    this.#scratch.data.set(bytes, at);
    return at;
  }

  #roomForData(length: number, align: number): number {
    const at = align === 8 ? pad8(this.#dataEnd) : this.#dataEnd;
    this.#scratch.roomForData(at + length);
    for (let i = this.#dataEnd; i < at; i++) this.#scratch.data[i] = 0;
    this.#dataEnd = at + length;
    return at;
  }
}

/** Words of a row's cells in an image. */
export function rowCellWords(shape: number, fields: number): number {
  return fields * (shape < 0 ? genericWords : cellWords);
}
