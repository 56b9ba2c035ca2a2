import type { BlockInput, StoredBlock } from '@acequia/journal';
import { blockBytes } from '../limits.ts';
import type { SourceRef } from './entry.ts';

/** What stands beside an image in a stream. */
export interface ImageMeta {
  readonly source: SourceRef;
  readonly count: number;
  readonly atMs: number;
  readonly bytes: number;
}

export interface ImageFrame {
  readonly meta: ImageMeta;
  readonly image: Uint8Array;
}

/** Packs images into blocks in order. `places[i]` says in which of the blocks, and as which frame, image `i` lies. */
export function packImages(stream: string, frames: readonly ImageFrame[]): PackedImages {
  const packer = new ImagePacker(stream, (bytes) => new Uint8Array(new SharedArrayBuffer(bytes)));
  for (const { meta, image } of frames) {
    packer.room(image.length).set(image);
    packer.add(meta);
  }
  return packer.finish();
}

export interface PackedImages {
  readonly blocks: BlockInput[];
  readonly places: { readonly block: number; readonly frame: number }[];
}

/** Blocks of images that are written where they will lie. */
export class ImagePacker {
  readonly #stream: string;
  readonly #take: (bytes: number) => Uint8Array;
  readonly #blocks: BlockInput[] = [];
  readonly #places: { block: number; frame: number }[] = [];
  #memory: Uint8Array | undefined;
  #metas: ImageMeta[] = [];
  #ends: number[] = [];
  #end = 0;
  #next = 0;

  /** `take` gives the memory of a block, of at least so many bytes. */
  constructor(stream: string, take: (bytes: number) => Uint8Array) {
    this.#stream = stream;
    this.#take = take;
  }

  /** Memory for the next image; what is written there counts with `add`. */
  room(bytes: number): Uint8Array {
    if (this.#memory && this.#end + bytes > Math.min(this.#memory.length, Math.max(blockBytes, bytes))) this.#close();
    this.#memory ??= this.#take(Math.max(bytes, blockBytes));
    this.#next = this.#end + bytes;
    return this.#memory.subarray(this.#end, this.#next);
  }

  /** Returns the image that was written into the room. */
  add(meta: ImageMeta): Uint8Array {
    const image = this.#memory!.subarray(this.#end, this.#next);
    this.#places.push({ block: this.#blocks.length, frame: this.#metas.length });
    this.#metas.push(meta);
    this.#ends.push(this.#next);
    this.#end = this.#next;
    return image;
  }

  finish(): PackedImages {
    this.#close();
    return { blocks: this.#blocks, places: this.#places };
  }

  #close(): void {
    if (this.#memory && this.#metas.length > 0) {
      const table = new Uint32Array(this.#metas.length * 5);
      for (const [index, end] of this.#ends.entries()) {
        const start = index === 0 ? 0 : this.#ends[index - 1]!;
        table.set([start, end - start, index, 0, end - start], index * 5);
      }
      this.#blocks.push({
        stream: this.#stream,
        codec: 0,
        meta: this.#metas.map((meta) => JSON.stringify(meta)),
        frames: table,
        frameCount: this.#metas.length,
        bytes: this.#memory.subarray(0, this.#end),
      });
    }
    this.#memory = undefined;
    this.#metas = [];
    this.#ends = [];
    this.#end = 0;
    this.#next = 0;
  }
}

export interface UnpackedImages {
  readonly frames: (ImageFrame & { readonly frame: number })[];
  /** What can no longer be read, with the number of its rows. */
  readonly damaged: { readonly frame: number; readonly rows: number }[];
  readonly damagedRows: number;
}

/** The images of a block from frame `from` on; damaged ones are left out. */
export function unpackImages(block: StoredBlock, from: number): UnpackedImages {
  const frames: UnpackedImages['frames'] = [];
  const damaged: UnpackedImages['damaged'] = [];
  for (let frame = from; frame < block.frameCount; frame++) {
    const meta = JSON.parse(block.meta[block.frames[frame * 5 + 2]!]!) as ImageMeta;
    if (block.damagedFrames.includes(frame)) {
      damaged.push({ frame, rows: meta.count });
      continue;
    }
    const offset = block.frames[frame * 5]!;
    frames.push({ frame, meta, image: block.bytes.subarray(offset, offset + block.frames[frame * 5 + 1]!) });
  }
  return { frames, damaged, damagedRows: damaged.reduce((sum, { rows }) => sum + rows, 0) };
}
