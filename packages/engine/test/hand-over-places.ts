import type { BatchView } from '@acequia/batch';
import type { DatasinkContext, EncodedBatch, OpenDatasink, SendReport } from '@acequia/component-sdk/runtime';
import { JournalFull, type Journal } from '@acequia/journal';
import type { Life } from './lanes-in-process.ts';

export interface Variant {
  readonly order: 'none' | 'strict';
  /** The place of `a` and `b` promises each line once, also over crashes, by checkpoints. */
  readonly once: boolean;
  /** What `a` refuses goes to `b`. */
  readonly spare: boolean;
  /** Senders are answered when their events are delivered. */
  readonly acked: boolean;
}

interface Call<Answer> {
  readonly life: Life;
  end(answer: Answer): void;
}
interface Send extends Call<{ readonly error: unknown } | { readonly report: SendReport | undefined }> {
  readonly lines: readonly string[];
}
interface Session {
  readonly life: Life;
  readonly sends: Set<Send>;
  state: 'open' | 'closing' | 'closed';
  endClose(): void;
}

export interface PlaceSurroundings {
  readonly variant: Pick<Variant, 'order' | 'once'>;
  /** Every call ends well at once. */
  readonly healthy: boolean;
  /** Sends end when their signal aborts. */
  readonly obeys: boolean;
  readonly breaches: string[];
}

/**
 * Where data sinks write: what each branch wrote there, which is cut back to the checkpoint when it is opened, as the file data
 * sink does. It holds every call until it is told how the call ends, and notes each breach of the contract.
 */
export class Place {
  readonly #world: PlaceSurroundings;
  readonly written = new Map<string, string[]>();
  openings: Call<unknown>[] = [];
  sessions: Session[] = [];
  /** Lines that were proved in this life. */
  readonly proved = new Set<string>();

  constructor(world: PlaceSurroundings) {
    this.#world = world;
  }

  get lines(): string[] {
    return [...this.written.values()].flat();
  }
  get sends(): Send[] {
    return this.sessions.flatMap(({ sends }) => [...sends]);
  }
  get closings(): Session[] {
    return this.sessions.filter(({ state }) => state === 'closing');
  }

  open(ctx: DatasinkContext, life: Life): Promise<OpenDatasink> {
    if (!life.alive) return new Promise<never>(() => undefined);
    const { order, once } = this.#world.variant;
    const isOpen = this.openings.length > 0 || this.sessions.some(({ state }) => state !== 'closed');
    if (isOpen && (once || order === 'strict')) this.#world.breaches.push('opened beside another one');
    return new Promise((resolve, reject) => {
      const opening: Call<unknown> = {
        life,
        end: (error) => {
          this.openings = this.openings.filter((other) => other !== opening);
          if (error !== undefined) return reject(error as Error);
          if (once) this.#undo(ctx);
          resolve(this.#session(ctx, life));
        },
      };
      this.openings.push(opening);
      if (this.#world.healthy) opening.end(undefined);
    });
  }

  #undo({ checkpoint, branch }: DatasinkContext): void {
    const [run, count] = checkpoint?.split(' ') ?? [branch.id, '0'];
    if (run !== branch.id) this.#cut(branch.id, 0);
    this.#cut(run!, Number(count));
  }

  #cut(run: string, count: number): void {
    for (const line of this.written.get(run)?.splice(count) ?? [])
      if (this.proved.delete(line)) this.#world.breaches.push(`${line} was proved and is cut off`);
  }

  #session({ branch, slots }: DatasinkContext, life: Life): OpenDatasink {
    const session: Session = { life, sends: new Set(), state: 'open', endClose: () => undefined };
    this.sessions.push(session);
    const slot = slots.slot('message');
    return {
      encode: (view: BatchView, row, out) => {
        out.text(view.text(row, slot)!);
        out.commit();
      },
      send: (batch, signal) => this.#send(session, branch.id, batch, signal),
      close: () => {
        if (session.sends.size > 0) this.#world.breaches.push('closed with a send under way');
        if (session.state !== 'open') this.#world.breaches.push('closed twice');
        session.state = 'closing';
        return new Promise((resolve) => {
          session.endClose = () => {
            session.state = 'closed';
            resolve();
          };
          if (this.#world.healthy) session.endClose();
        });
      },
    };
  }

  #send(session: Session, run: string, batch: EncodedBatch, signal: AbortSignal): Promise<SendReport | undefined> {
    if (!session.life.alive) return new Promise<never>(() => undefined);
    if (session.state !== 'open') this.#world.breaches.push('sent after close');
    const lines = Array.from({ length: batch.count }, (_, i) =>
      Buffer.from(batch.bytes.subarray(batch.offsets[i], batch.offsets[i + 1])).toString(),
    );
    return new Promise((resolve, reject) => {
      const send: Send = {
        life: session.life,
        lines,
        end: (answer) => {
          if (!session.sends.delete(send)) return;
          if ('error' in answer) return reject(answer.error as Error);
          const refused = new Set(answer.report?.rejected?.map(({ record }) => record));
          const all = this.written.get(run) ?? [];
          this.written.set(run, all);
          for (const [record, line] of lines.entries()) {
            if (refused.has(record)) continue;
            all.push(line);
            this.proved.add(line);
          }
          resolve({ ...answer.report, ...(this.#world.variant.once ? { checkpoint: `${run} ${all.length}` } : {}) });
        },
      };
      session.sends.add(send);
      signal.addEventListener('abort', () => {
        if (this.#world.obeys) send.end({ error: signal.reason });
      });
      if (this.#world.healthy) send.end({ report: undefined });
    });
  }

  heal(): void {
    while (this.openings.length > 0) this.openings[0]!.end(undefined);
    for (const send of this.sends) send.end({ report: undefined });
    for (const session of this.closings) session.endClose();
  }

  /** A process or a lane has died: nobody hears of its calls any more. */
  forget(): void {
    this.openings = this.openings.filter(({ life }) => life.alive);
    this.sessions = this.sessions.filter(({ life }) => life.alive);
    this.proved.clear();
  }
}

/** A journal of which a life of the engine is told nothing any more once it is over, and whose calls under way are counted. */
export class Disk {
  pending = 0;
  /** What waits for a destination cannot be written. */
  full = false;
  inner: Journal;

  constructor(inner: Journal) {
    this.inner = inner;
  }

  life(alive: () => boolean): Journal {
    const { inner } = this;
    const through = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!alive()) return new Promise<never>(() => undefined);
      this.pending++;
      const result = work().finally(() => this.pending--);
      await result.catch(() => undefined);
      return alive() ? result : new Promise<never>(() => undefined);
    };
    return {
      append: (group) =>
        through(() =>
          this.full && group.blocks[0]!.stream.startsWith('ob/')
            ? Promise.reject(new JournalFull('the journal is full'))
            : inner.append(group),
        ),
      read: (stream, from, maxBytes) => through(() => inner.read(stream, from, maxBytes)),
      head: (stream) => inner.head(stream),
      tail: (stream) => inner.tail(stream),
      trim: (stream, before) => (alive() ? inner.trim(stream, before) : undefined),
      drop: (stream) => (alive() ? inner.drop(stream) : undefined),
      streams: () => inner.streams(),
      usage: (stream) => inner.usage(stream),
      span: (stream, fromMs, toMs) => through(() => inner.span(stream, fromMs, toMs)),
      space: () => inner.space(),
      durability: () => inner.durability(),
      sourceState: (stream) => inner.sourceState(stream),
      knowsKey: (key) => inner.knowsKey(key),
      onAppend: (listen) => inner.onAppend(listen),
      commits: {
        commit: (changes) => through(() => inner.commits.commit(structuredClone(changes))),
        get: (key) => inner.commits.get(key),
        keys: (prefix) => inner.commits.keys(prefix),
      },
      generation: inner.generation,
      logNumber: inner.logNumber,
      close: async () => undefined,
    };
  }
}

/** Journals of one kind. */
export interface Journals {
  open(): Promise<Journal>;
  /** What the next process finds. */
  reopen(journal: Journal): Promise<Journal>;
  close(journal: Journal): Promise<void>;
}
