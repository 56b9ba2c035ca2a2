import { silentLog } from '@acequia/base';
import { createMadeEvents, createSlotTable, readImage, writeImage, type BatchView } from '@acequia/batch';
import { createMemoryJournal, JournalFull, type CommitValue, type JournalStreams } from '@acequia/journal';
import { SpillStore, type SpillStoreOptions } from '../src/delivery/spill-store.ts';
import { BlockPool } from '../src/intake/block-pool.ts';
import type { VirtualClock } from './virtual-clock.ts';

const slots = createSlotTable();
const envelope = {
  tenantId: 't',
  listenerId: 'L',
  listenerName: 'l',
  listenerType: 'toy',
  cluster: 'c',
  worker: 'w',
  origin: '',
  made: 'e',
};

/** Events with these numbers as ids. */
export const viewOf = (ids: readonly number[], receivedMs = 0): BatchView =>
  createMadeEvents(
    { slots, envelope, receivedMs },
    ids.map((id) => ({ id: String(id), timeNs: 0n, flags: [], fields: [] })),
  );

export const idOf = (view: BatchView, row: number): number => Number(view.id(row).slice(2));

/** A journal in memory that fails when it is told to. */
export class FaultyJournal implements Pick<JournalStreams, 'append' | 'read' | 'head'> {
  full = false;
  unreadable = false;
  reads = 0;
  /** Appends that have not been let through yet. */
  #held: (() => void)[] | undefined;
  readonly #lost = new Set<number>();
  readonly #inner;

  constructor(clock: VirtualClock) {
    this.#inner = createMemoryJournal({ clock });
  }

  hold(): void {
    this.#held ??= [];
  }

  letGo(): void {
    for (const resolve of this.#held ?? []) resolve();
    this.#held = undefined;
  }

  /** A block is gone as if by damage. */
  lose(block: number): void {
    this.#lost.add(block);
  }

  async append(group: Parameters<JournalStreams['append']>[0]) {
    if (this.#held) await new Promise<void>((resolve) => this.#held!.push(resolve));
    if (this.full) throw new JournalFull('the journal is full');
    return this.#inner.append(group);
  }

  async read(...[stream, from, bytes]: Parameters<JournalStreams['read']>) {
    this.reads++;
    if (this.unreadable) throw new Error('the disk does not answer');
    return (await this.#inner.read(stream, from, bytes)).filter(({ block }) => !this.#lost.has(block));
  }

  head(stream: string) {
    return this.#inner.head(stream);
  }
}

export interface RigOptions extends Partial<Pick<SpillStoreOptions, 'memoryBytes' | 'limitBytes' | 'whenFull' | 'gather' | 'onWork'>> {
  readonly clock: VirtualClock;
  readonly journal: FaultyJournal;
  readonly stored?: CommitValue;
  onDropped(count: number, reason: string): void;
}

export const createStore = (options: RigOptions): SpillStore =>
  new SpillStore({
    stream: 'ob/t/p/v/n',
    log: silentLog,
    images: { write: (view, into) => writeImage(view, into ? { into } : {}), read: (image) => readImage(image, { slots }) },
    blocks: new BlockPool(1 << 20),
    memoryBytes: 1000,
    limitBytes: 1 << 30,
    whenFull: 'wait',
    onWork: () => undefined,
    onResume: () => undefined,
    onStatus: () => undefined,
    ...options,
    stored: options.stored,
  });
