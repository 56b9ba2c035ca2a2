import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { MiB } from '@acequia/base';
import { DirectAppender, directLimits, type DirectLimits } from './direct-append.ts';
import { openFilesCodes, writeAll, type FileCalls, type FileFlags } from './file-calls.ts';
import { sealHead } from './record-format.ts';
import { spanBytes, type RecordSpans, type Reserve, type Span, type WriterJob, type WriterReply } from './writer-jobs.ts';

const rewriteBytes = MiB;
/** There is no room on the disk: what the reserve is for. */
const spaceCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Does the journal writer's work with blocking calls: one write and one sync for a whole group of appends. */
export class JobRunner {
  readonly #calls: FileCalls;
  readonly #reserve: Reserve;
  readonly #direct: DirectAppender;
  readonly #open = new Map<string, number>();
  /** Files with something in them that was only written. */
  readonly #unsynced = new Set<string>();
  /** There was no space for the reserve the last time: what is left is for commits. */
  #reserveLacks = false;

  constructor(calls: FileCalls, reserve: Reserve, limits: DirectLimits = directLimits) {
    this.#calls = calls;
    this.#reserve = reserve;
    this.#direct = new DirectAppender(calls, limits);
  }

  run(job: WriterJob): WriterReply {
    try {
      switch (job.kind) {
        case 'append':
          return this.#append(job);
        case 'commit':
          return this.#withReserve(() => this.#commit(job));
        case 'file':
          if (job.sync) return this.#withReserve(() => this.#file(job));
          this.#file(job);
          return { outcome: 'done', reserveUsed: false };
        case 'reserve':
          return this.#fillReserve();
        case 'probe':
          return this.#probe(job);
        case 'seal':
          this.#seal(job.path);
          return { outcome: 'done', reserveUsed: false };
        case 'remove':
          for (const path of job.paths) this.#remove(path);
          return { outcome: 'done', reserveUsed: false };
        case 'truncate':
          this.#withFile(job.path, 'a', (fd) => this.#calls.truncate(fd, job.length));
          return { outcome: 'done', reserveUsed: false };
        case 'sync':
          for (const path of job.paths) this.#withFile(path, 'a', (fd) => this.#calls.sync(fd));
          return { outcome: 'done', reserveUsed: false };
        case 'rewrite':
          return this.#withReserve(() => {
            for (const path of job.paths) this.#rewrite(path);
          });
      }
    } catch (error) {
      return refusal(error);
    }
  }

  stop(): void {
    for (const path of this.#open.keys()) this.#close(path);
  }

  #append(job: WriterJob & { readonly kind: 'append' }): WriterReply {
    if (this.#reserveLacks) {
      const reply = this.#fillReserve();
      if (reply.outcome === 'full') return reply;
    }
    const parts = job.header === undefined ? gather(job.records) : [job.header, ...gather(job.records)];
    const fd = this.#fd(job.path, job.header !== undefined);
    this.#extend(fd, job.at, job.sync, () => {
      // What nobody waits for costs nobody a wait for the disk.
      if (job.sync) this.#direct.append(job.path, fd, job.at, parts);
      else writeAll(this.#calls, fd, parts);
    });
    if (job.sync) this.#unsynced.delete(job.path);
    else this.#unsynced.add(job.path);
    return { outcome: 'done', reserveUsed: false };
  }

  /** A sync of a later file says of this one too that nothing written before is lost. */
  #seal(path: string): void {
    const fd = this.#open.get(path);
    try {
      if (fd !== undefined && this.#unsynced.delete(path)) this.#calls.sync(fd);
    } finally {
      this.#close(path);
    }
  }

  /** Whether the file is as long as before the append. */
  #cut(fd: number, length: number): boolean {
    try {
      this.#calls.truncate(fd, length);
      return true;
    } catch {
      return false;
    }
  }

  #commit(job: WriterJob & { readonly kind: 'commit' }): void {
    const fd = this.#fd(job.path, false);
    this.#extend(fd, job.at, true, () => writeAll(this.#calls, fd, [job.bytes]));
  }

  /** Appends and syncs. Throws with the file as it was, or `FileUnusable`. */
  #extend(fd: number, at: number, sync: boolean, write: () => void): void {
    try {
      write();
    } catch (error) {
      throw this.#cut(fd, at) ? error : new FileUnusable(error);
    }
    try {
      if (sync) this.#calls.sync(fd);
    } catch (error) {
      this.#cut(fd, at);
      throw new FileUnusable(error);
    }
  }

  #rewrite(path: string): void {
    const bytes = readFileSync(path);
    this.#withFile(path, 'r+', (fd) => {
      for (let at = 0; at < bytes.length;) at += this.#calls.writeAt(fd, bytes.subarray(at, at + rewriteBytes), at);
      this.#calls.sync(fd);
    });
  }

  #withFile(path: string, flags: FileFlags, work: (fd: number) => void): void {
    const fd = this.#calls.open(path, flags);
    try {
      work(fd);
    } finally {
      this.#calls.close(fd);
    }
  }

  #file(job: WriterJob & { readonly kind: 'file' }): void {
    this.#close(job.path);
    const draft = `${job.path}.new`;
    const fd = this.#calls.open(draft, 'w');
    try {
      writeAll(this.#calls, fd, [job.bytes]);
      if (job.sync) this.#calls.sync(fd);
    } catch (error) {
      this.#remove(draft);
      throw error;
    } finally {
      this.#calls.close(fd);
    }
    this.#calls.rename(draft, job.path);
    if (job.sync) this.#calls.syncFolder(dirname(job.path));
  }

  #withReserve(work: () => void): WriterReply {
    try {
      work();
      return { outcome: 'done', reserveUsed: false };
    } catch (error) {
      const reply = refusal(error);
      if (reply.outcome !== 'full' || !spaceCodes.has(reply.code)) throw error;
      this.#remove(this.#reserve.path);
      this.#reserveLacks = true;
      work();
      return { outcome: 'done', reserveUsed: true };
    }
  }

  #fillReserve(): WriterReply {
    const { path, bytes } = this.#reserve;
    const lacked = this.#reserveLacks;
    this.#reserveLacks = true;
    if (this.#calls.free(dirname(path)) < bytes) return { outcome: 'full', error: 'ENOSPC: no space for the reserve', code: 'ENOSPC' };
    try {
      this.#file({ kind: 'file', path, bytes: new Uint8Array(bytes), sync: false });
    } catch (error) {
      const reply = refusal(error);
      this.#reserveLacks = reply.outcome === 'full' && (lacked || spaceCodes.has(reply.code));
      return reply;
    }
    this.#reserveLacks = false;
    return { outcome: 'done', reserveUsed: false };
  }

  #probe({ path, bytes }: WriterJob & { readonly kind: 'probe' }): WriterReply {
    if (this.#reserveLacks) {
      const reply = this.#fillReserve();
      if (reply.outcome !== 'done') return reply;
    }
    // Asked first because it costs little; a quota shows only when something is written.
    if (this.#calls.free(dirname(path)) < bytes) return { outcome: 'full', error: 'ENOSPC: no space for what was refused', code: 'ENOSPC' };
    try {
      const fd = this.#calls.open(path, 'w');
      try {
        writeAll(this.#calls, fd, [new Uint8Array(bytes)]);
      } finally {
        this.#calls.close(fd);
      }
    } finally {
      this.#remove(path);
    }
    return { outcome: 'done', reserveUsed: false };
  }

  #fd(path: string, isNew: boolean): number {
    const known = this.#open.get(path);
    if (known !== undefined) return known;
    const fd = this.#calls.open(path, 'a');
    try {
      if (isNew) this.#calls.syncFolder(dirname(path));
    } catch (error) {
      this.#calls.close(fd);
      throw error;
    }
    this.#open.set(path, fd);
    return fd;
  }

  #close(path: string): void {
    const fd = this.#open.get(path);
    if (fd === undefined) return;
    this.#open.delete(path);
    this.#unsynced.delete(path);
    this.#direct.close(path);
    this.#calls.close(fd);
  }

  #remove(path: string): void {
    this.#close(path);
    try {
      this.#calls.remove(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

/** What a file holds after its end is unknown: nothing may be appended to it any more. */
class FileUnusable extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = codeOf(cause);
  }
}

/** Seals the records; neighbours in memory become one part. */
function gather(records: readonly RecordSpans[]): Uint8Array[] {
  const joined: Span[] = [];
  for (const record of records) {
    sealHead(spanBytes(record.head), spanBytes(record.payload));
    for (const span of [record.head, record.payload, record.foot]) {
      const last = joined[joined.length - 1];
      if (last !== undefined && last.memory === span.memory && last.offset + last.length === span.offset) {
        joined[joined.length - 1] = { ...last, length: last.length + span.length };
      } else if (span.length > 0) {
        joined.push(span);
      }
    }
  }
  return joined.map(spanBytes);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
}

function refusal(error: unknown): { outcome: 'full' | 'failed'; error: string; code: string } {
  const code = codeOf(error);
  const isFull = (spaceCodes.has(code) || openFilesCodes.has(code)) && !(error instanceof FileUnusable);
  return { outcome: isFull ? 'full' : 'failed', error: error instanceof Error ? error.message : String(error), code };
}
