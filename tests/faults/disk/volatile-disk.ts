import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nodeFileCalls, type FileCalls, type FileFlags } from '@acequia/journal/testing';
import type { SeededRandom } from '@acequia/testkit/oracle';

const sectorBytes = 512;

/** How what was not synced fares in a power cut. */
export const cutModes = ['nothing', 'everything', 'torn', 'scattered'] as const;
export type CutMode = (typeof cutModes)[number];

type DataOp =
  | { readonly kind: 'write'; readonly at: number; readonly bytes: Uint8Array; durable: boolean; doomed: boolean }
  | { readonly kind: 'truncate'; readonly length: number; durable: boolean; doomed: boolean };

type NameOp =
  | { readonly kind: 'create'; readonly name: string; readonly file: VolatileFile }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly name: string };

/** A file as the disk under the page cache has it: what it was, and what was done to it since. */
interface VolatileFile {
  readonly base: Uint8Array;
  length: number;
  readonly ops: DataOp[];
}

/** A program's hold on the disk. After `end` it can do nothing any more, as a program that was killed. */
export interface DiskProcess {
  readonly calls: FileCalls;
  end(): void;
}

/**
 * A disk with a volatile cache, for one folder. Programs see every call's effect at once (the folder really has it); a power
 * cut keeps what was synced and, as `mode` says, some of the rest: data by sectors of 512 bytes, names as a prefix of what
 * was done to them (as a journaling file system does). A name is durable after `syncFolder` only.
 */
export class VolatileDisk {
  readonly folder: string;
  /** Calls that changed or synced something. */
  calls = 0;
  #durableNames = new Map<string, VolatileFile>();
  #names = new Map<string, VolatileFile>();
  #nameOps: NameOp[] = [];

  constructor(folder: string) {
    this.folder = folder;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isFile() || entry.name.startsWith('lock')) continue;
      const base = readFileSync(join(folder, entry.name));
      this.#names.set(entry.name, { base, length: base.length, ops: [] });
    }
    this.#durableNames = new Map(this.#names);
  }

  /** `before` is asked before each call and may throw: then the call has no effect, but a failed sync dooms what it should have saved. */
  startProcess(before: (call: keyof FileCalls) => void = () => undefined): DiskProcess {
    const open = new Map<number, VolatileFile>();
    let ended = false;
    const check = (call: keyof FileCalls): void => {
      if (ended) throw Object.assign(new Error('EIO: the program was killed'), { code: 'EIO' });
      before(call);
      // The question may have ended this program.
      if (ended) throw Object.assign(new Error('EIO: the program was killed'), { code: 'EIO' });
      this.calls++;
    };
    const calls: FileCalls = {
      open: (path, flags) => {
        check('open');
        const fd = flags === 'direct' ? openSync(path, 'r+') : nodeFileCalls.open(path, flags);
        open.set(fd, this.#opened(basename(path), flags));
        return fd;
      },
      write: (fd, parts) => {
        check('write');
        const written = nodeFileCalls.write(fd, parts);
        const file = open.get(fd)!;
        const bytes = Buffer.concat(parts).subarray(0, written);
        file.ops.push({ kind: 'write', at: file.length, bytes, durable: false, doomed: false });
        file.length += written;
        return written;
      },
      writeAt: (fd, bytes, place) => {
        check('writeAt');
        const written = nodeFileCalls.writeAt(fd, bytes, place);
        const file = open.get(fd)!;
        file.ops.push({ kind: 'write', at: place, bytes: Buffer.from(bytes.subarray(0, written)), durable: false, doomed: false });
        file.length = Math.max(file.length, place + written);
        return written;
      },
      sync: (fd) => {
        const file = open.get(fd)!;
        try {
          check('sync');
        } catch (error) {
          if (!ended) for (const op of file.ops) op.doomed ||= !op.durable;
          throw error;
        }
        for (const op of file.ops) op.durable ||= !op.doomed;
      },
      truncate: (fd, length) => {
        check('truncate');
        nodeFileCalls.truncate(fd, length);
        const file = open.get(fd)!;
        file.ops.push({ kind: 'truncate', length, durable: false, doomed: false });
        file.length = length;
      },
      close: (fd) => {
        open.delete(fd);
        nodeFileCalls.close(fd);
      },
      rename: (from, to) => {
        check('rename');
        nodeFileCalls.rename(from, to);
        this.#rename({ kind: 'rename', from: basename(from), to: basename(to) });
      },
      remove: (path) => {
        check('remove');
        nodeFileCalls.remove(path);
        this.#rename({ kind: 'remove', name: basename(path) });
      },
      free: (folder) => nodeFileCalls.free(folder),
      syncFolder: () => {
        check('syncFolder');
        for (const op of this.#nameOps) applyName(this.#durableNames, op);
        this.#nameOps = [];
      },
    };
    return { calls, end: () => void (ended = true) };
  }

  /** Writes what a power cut now leaves into a new folder. */
  cutInto(folder: string, random: SeededRandom, mode: CutMode = random.pick(cutModes)): void {
    mkdirSync(folder, { recursive: true });
    const names = new Map(this.#durableNames);
    const kept = mode === 'nothing' ? 0 : mode === 'everything' ? this.#nameOps.length : random.below(this.#nameOps.length + 1);
    for (const op of this.#nameOps.slice(0, kept)) applyName(names, op);
    for (const [name, file] of names) writeFileSync(join(folder, name), contentAfterCut(file, random, mode), { mode: 0o600 });
  }

  #opened(name: string, flags: FileFlags): VolatileFile {
    let file = this.#names.get(name);
    if (file === undefined) {
      file = { base: new Uint8Array(0), length: 0, ops: [] };
      this.#rename({ kind: 'create', name, file });
    } else if (flags === 'w' && file.length > 0) {
      file.ops.push({ kind: 'truncate', length: 0, durable: false, doomed: false });
      file.length = 0;
    }
    return file;
  }

  #rename(op: NameOp): void {
    applyName(this.#names, op);
    this.#nameOps.push(op);
  }
}

function applyName(names: Map<string, VolatileFile>, op: NameOp): void {
  if (op.kind === 'create') names.set(op.name, op.file);
  else if (op.kind === 'remove') names.delete(op.name);
  else {
    const file = names.get(op.from);
    names.delete(op.from);
    if (file !== undefined) names.set(op.to, file);
  }
}

function contentAfterCut(file: VolatileFile, random: SeededRandom, mode: CutMode): Uint8Array {
  const open = file.ops.filter(({ durable }) => !durable).length;
  const reached = mode === 'nothing' ? 0 : mode === 'everything' ? open : Math.min(open, 1 + random.below(open));
  let content = Buffer.from(file.base);
  let passed = 0;
  for (const op of file.ops) {
    const place = op.durable ? -1 : passed++;
    if (place >= reached && mode !== 'scattered') continue;
    if (op.kind === 'truncate') {
      if (op.durable || place < reached) content = resized(content, op.length);
      continue;
    }
    if (op.durable || mode === 'everything') content = withBytes(content, op.at, op.bytes);
    else if (mode === 'torn')
      content = withBytes(content, op.at, place === reached - 1 ? op.bytes.subarray(0, random.below(op.bytes.length + 1)) : op.bytes);
    else if (mode === 'scattered') content = withSectors(content, op.at, op.bytes, random);
  }
  return content;
}

function resized(content: Buffer<ArrayBuffer>, length: number): Buffer<ArrayBuffer> {
  if (length <= content.length) return content.subarray(0, length);
  return Buffer.concat([content, Buffer.alloc(length - content.length)]);
}

function withBytes(content: Buffer<ArrayBuffer>, at: number, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const out = Buffer.from(resized(content, Math.max(content.length, at + bytes.length)));
  out.set(bytes, at);
  return out;
}

/** Some sectors of a write arrived; where a later one arrived, those before it are zeros. */
function withSectors(content: Buffer<ArrayBuffer>, at: number, bytes: Uint8Array, random: SeededRandom): Buffer<ArrayBuffer> {
  let out = content;
  for (let from = 0; from < bytes.length;) {
    const to = Math.min(bytes.length, from + sectorBytes - ((at + from) % sectorBytes));
    if (random.chance(0.5)) out = withBytes(out, at + from, bytes.subarray(from, to));
    from = to;
  }
  return out;
}
