import { isAscii } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { chargeRun } from '@acequia/event';
import { BatchCore, genericWords, slotName, type BatchResources } from './batch-core.ts';
import type { BatchFrames } from './batch-frames.ts';
import { tagOf } from './cell-codec.ts';
import { nameBytesMax } from './clean-name.ts';
import { fieldRef } from './field-ref.ts';
import { imageSteps } from './handling-steps.ts';
import { readDictionary, type ImageDictionary } from './image-dictionary.ts';
import { BadImage, imageAt, imageFrameWords, imageHeaderBytes, imageMagic, imageVersion, noRaw, pad8 } from './image-layout.ts';
import { readList } from './list-codec.ts';
import { rowWord, rowWords, RowTable } from './row-table.ts';
import { TableView } from './table-view.ts';
import { textBuffer, type TextBuffer } from './text-buffer.ts';
import { cellTags, eventFlags, type BatchView } from './view.ts';
import { rowCellWords } from './write-image.ts';

/**
 * A batch from its image, with one holder. The image's bytes are used where they lie and must stay unchanged until the
 * batch is released. Checks version, CRC and every index and range before anything is used; throws `BadImage`.
 */
export function readImage(bytes: Uint8Array, resources: BatchResources): BatchView {
  chargeRun(imageSteps(bytes.length));
  const image = textBuffer(bytes);
  checkHeader(image);
  const frameCount = image.readUInt32LE(imageAt.frames);
  const rowCount = image.readUInt32LE(imageAt.rows);
  const cellCount = image.readUInt32LE(imageAt.cellWords);
  const dataBytes = image.readUInt32LE(imageAt.data);
  const dictionaryBytes = image.readUInt32LE(imageAt.dictionary);
  const framesAt = imageHeaderBytes + pad8(dictionaryBytes);
  const rowsAt = framesAt + frameCount * imageFrameWords * 4;
  const cellsAt = rowsAt + rowCount * rowWords * 4;
  const dataAt = cellsAt + pad8(cellCount * 4);
  if (dataAt + dataBytes !== image.length) throw new BadImage('IMAGE_MALFORMED', 'sections do not add up');

  const dictionary = readDictionary(image.utf8Slice(imageHeaderBytes, imageHeaderBytes + dictionaryBytes));
  const data = textBuffer(image.subarray(dataAt));
  const frames = readFrames(
    wordsOf(image, framesAt, frameCount * imageFrameWords),
    dictionary,
    data.length,
    image.readUInt32LE(imageAt.codec),
  );
  if (dictionary.envelopes.length === 0) throw new BadImage('IMAGE_MALFORMED', 'no envelope');
  const rows = new Int32Array(wordsOf(image, rowsAt, rowCount * rowWords).buffer);
  const core = new BatchCore(data, isAscii(data), frames, wordsOf(image, cellsAt, cellCount), resources);
  core.cellEnd = cellCount;
  core.suffixes.push(...dictionary.suffixes.slice(1));
  for (const names of dictionary.shapes) {
    core.shapes.restore(names.map((name) => fieldRef(name, resources.slots.find(name) ?? -1)));
  }
  if (core.shapes.shapes.length !== dictionary.shapes.length) throw new BadImage('IMAGE_MALFORMED', 'two equal shapes');
  for (let row = 0; row < rowCount; row++) checkRow(core, rows, row, frameCount, dictionary);
  return new TableView(
    core,
    RowTable.of(rows),
    Int32Array.from({ length: rowCount }, (_, row) => row),
    rowCount,
    undefined,
  );
}

function checkHeader(image: TextBuffer): void {
  if (image.length < imageHeaderBytes || image.readUInt32LE(imageAt.magic) !== imageMagic) {
    throw new BadImage('IMAGE_MALFORMED', 'not a batch image');
  }
  const version = image.readUInt16LE(imageAt.version);
  if (version > imageVersion) throw new BadImage('IMAGE_TOO_NEW', `image version ${version}, this program reads ${imageVersion}`);
  if (image.readUInt16LE(imageAt.zero) !== 0) throw new BadImage('IMAGE_DAMAGED', 'bytes that are zero are not');
  if (version === 0) throw new BadImage('IMAGE_MALFORMED', 'version 0');
  if (image.readUInt32LE(imageAt.total) !== image.length) throw new BadImage('IMAGE_TRUNCATED', 'length differs from the header');
  if (crc32(image.subarray(imageAt.frames)) !== image.readUInt32LE(imageAt.crc)) throw new BadImage('IMAGE_DAMAGED', 'CRC differs');
  if (image.readUInt32LE(imageAt.rowWords) !== rowWords) throw new BadImage('IMAGE_MALFORMED', 'row size');
}

/** A copy of a section, aligned. */
function wordsOf(image: TextBuffer, at: number, words: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint8Array(words * 4);
  copy.set(image.subarray(at, at + words * 4));
  return new Uint32Array(copy.buffer);
}

function readFrames(words: Uint32Array, dictionary: ImageDictionary, dataBytes: number, codec: number): BatchFrames {
  const count = words.length / imageFrameWords;
  for (let at = 0; at < words.length; at += imageFrameWords) {
    const length = words[at + 6]!;
    const rawFits = length === noRaw || words[at + 5]! + length <= dataBytes;
    if (words[at]! >= dictionary.envelopes.length || words[at + 2]! >= dictionary.metas.length || !rawFits) {
      throw new BadImage('IMAGE_MALFORMED', 'frame outside the image');
    }
  }
  const word = (frame: number, index: number): number => words[frame * imageFrameWords + index]!;
  return {
    count,
    codec,
    envelope: (frame) => dictionary.envelopes[frame < count ? word(frame, 0) : 0]!,
    number: (frame) => word(frame, 1),
    meta: (frame) => dictionary.metas[word(frame, 2)]!,
    flags: (frame) => word(frame, 3),
    wireBytes: (frame) => word(frame, 4),
    rawOffset: (frame) => word(frame, 5),
    rawLength: (frame) => (word(frame, 6) === noRaw ? -1 : word(frame, 6)),
  };
}

function checkRow(core: BatchCore, rows: Int32Array, row: number, frameCount: number, dictionary: ImageDictionary): void {
  const at = row * rowWords;
  const shape = rows[at + rowWord.shape]!;
  const fields = rows[at + rowWord.fields]!;
  const start = rows[at + rowWord.start]!;
  const frame = rows[at + rowWord.frame]!;
  const suffix = rows[at + rowWord.suffix]!;
  const used = rowCellWords(shape, fields);
  const sound =
    shape >= -1 &&
    shape < dictionary.shapes.length &&
    (shape < 0 || dictionary.shapes[shape]!.length === fields) &&
    fields >= 0 &&
    start >= 0 &&
    start + used <= core.cellEnd &&
    rows[at + rowWord.room] === used &&
    frame >= 0 &&
    frame < frameCount &&
    suffix >= 0 &&
    suffix < core.suffixes.length &&
    rows[at + rowWord.element]! >= -1 &&
    rows[at + rowWord.flags]! >>> eventFlags.length === 0;
  if (!sound) throw new BadImage('IMAGE_MALFORMED', 'row outside the image');
  const width = shape < 0 ? genericWords : 3;
  for (let word = start; word < start + used; word += width) {
    if (shape < 0) readName(core, word);
    checkCell(core, shape < 0 ? word + 2 : word);
  }
}

/** Checks the name of a generic field and replaces it by its slot where it has one here. */
function readName(core: BatchCore, word: number): void {
  const offset = core.cells[word]!;
  const length = core.cells[word + 1]!;
  const data = core.side.segments[0]!;
  if (length > nameBytesMax || offset + length > data.length) throw new BadImage('IMAGE_MALFORMED', 'name outside the image');
  const slot = core.slots.find(data.utf8Slice(offset, offset + length));
  if (slot === undefined) return;
  core.cells[word] = slot;
  core.cells[word + 1] = slotName;
}

const integerShape = /^-?\d{1,20}$/;

function checkCell(core: BatchCore, word: number): void {
  const offset = core.cells[word]!;
  const length = core.cells[word + 1]!;
  const tagWord = core.cells[word + 2]!;
  const tag = tagOf(tagWord);
  const data = core.side.segments[0]!;
  const inside = tagWord <= cellTags.list && (tag <= cellTags.null || tag === cellTags.bool || offset + length <= data.length);
  let sound = inside;
  if (inside && (tag === cellTags.i64 || tag === cellTags.f64 || tag === cellTags.time)) sound = length === 8;
  if (inside && tag === cellTags.bool) sound = length <= 1;
  if (inside && tag === cellTags.integerText) sound = length <= 20 && integerShape.test(data.latin1Slice(offset, offset + length));
  if (inside && tag === cellTags.floatText) sound = length > 0 && Number.isFinite(Number(data.latin1Slice(offset, offset + length)));
  if (inside && tag === cellTags.f64) sound &&= Number.isFinite(data.readDoubleLE(offset));
  if (inside && tag === cellTags.list) sound = readList(data.subarray(offset, offset + length)) !== undefined;
  if (!sound) throw new BadImage('IMAGE_MALFORMED', 'cell outside the image');
}
