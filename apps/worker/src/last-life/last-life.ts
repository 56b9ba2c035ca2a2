import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Log } from '@acequia/base';
import * as z from 'zod';
import type { MemoryEnd } from './memory-end.ts';
import type { OomKills } from './oom-kills.ts';

const killsSchema = z.object({ bootId: z.string(), source: z.string(), count: z.int() });
const heapReportSchema = z.object({ header: z.object({ event: z.string(), dumpEventTimeStamp: z.coerce.number() }) });
const endSchema = z.object({ how: z.enum(['heap', 'kernel']), atMs: z.number() });

/** Of a diagnostic report that the runtime writes while it aborts. */
const heapReportName = 'heap-report.json';
const aliveName = 'alive.json';
const endName = 'memory-end.json';

export interface LastLifeOptions {
  /** Made when missing. For one process at a time. */
  readonly directory: string;
  readonly clock: Clock;
  readonly log: Log;
  /** As counted now; undefined: the system does not tell. */
  readonly oomKills: () => OomKills | undefined;
}

/**
 * Whether the process before this one ended for want of memory, and what the next one needs to know of this one. Evidence is what the
 * runtime writes when its heap is full, and, where the process ended without a word, that the kernel has ended processes of its group
 * since it was last seen alive. Without either nothing is said. A disk that cannot be written costs the evidence and nothing else.
 */
export class LastLife {
  readonly #options: LastLifeOptions;
  #memoryEnd: MemoryEnd | undefined;
  #alive: string | undefined;

  constructor(options: LastLifeOptions) {
    this.#options = options;
    this.#try(() => mkdirSync(options.directory, { recursive: true, mode: 0o700 }));
    const ended = this.#heapEnd() ?? this.#kernelEnd();
    this.#memoryEnd = ended ?? this.#read(endName, endSchema);
    if (ended) this.#write(endName, ended);
    for (const name of [heapReportName, aliveName]) this.#remove(name);
    this.#reportFullHeap();
    this.stillAlive();
  }

  /** The last end for want of memory, also when others came after it; undefined: none is known of. */
  get memoryEnd(): MemoryEnd | undefined {
    return this.#memoryEnd;
  }

  /** One of the lanes has ended because its heap was full. */
  laneEnded(): void {
    this.#memoryEnd = { how: 'lane', atMs: this.#options.clock.now() };
  }

  /** To be called every second or so: an end by the kernel is told from earlier ones of others by what was counted last. */
  stillAlive(): void {
    const kills = this.#options.oomKills();
    const alive = JSON.stringify(kills);
    if (!kills || alive === this.#alive) return;
    if (this.#write(aliveName, kills)) this.#alive = alive;
  }

  /** The process ends by itself. */
  endsWell(): void {
    this.#remove(aliveName);
  }

  /** The report would hold the environment's variables unless the process was started without them (`--report-exclude-env`). */
  #reportFullHeap(): void {
    const { report } = process;
    if (!report.excludeEnv) return;
    report.directory = this.#options.directory;
    report.filename = heapReportName;
    report.compact = true;
    report.reportOnFatalError = true;
  }

  #heapEnd(): MemoryEnd | undefined {
    const header = this.#read(heapReportName, heapReportSchema)?.header;
    return header && /out of memory/i.test(header.event) ? { how: 'heap', atMs: header.dumpEventTimeStamp } : undefined;
  }

  #kernelEnd(): MemoryEnd | undefined {
    const before = this.#read(aliveName, killsSchema);
    const now = this.#options.oomKills();
    if (!before || !now || before.bootId !== now.bootId || before.source !== now.source || now.count <= before.count) return undefined;
    return { how: 'kernel', atMs: this.#options.clock.now() };
  }

  #read<T>(name: string, schema: z.ZodType<T>): T | undefined {
    try {
      return schema.safeParse(JSON.parse(readFileSync(this.#path(name), 'utf8'))).data;
    } catch {
      return undefined;
    }
  }

  #write(name: string, content: object): boolean {
    const path = this.#path(name);
    return this.#try(() => {
      writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    });
  }

  #remove(name: string): void {
    this.#try(() => rmSync(this.#path(name), { force: true }));
  }

  #try(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.#options.log.debug({ error: String(error) }, 'how this process ends may not be known to the next one');
      return false;
    }
  }

  #path(name: string): string {
    return join(this.#options.directory, name);
  }
}
