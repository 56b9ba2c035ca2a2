import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal, type Durability, type Journal } from '@acequia/journal';
import { inlineWriter, smallPages, textBlock, type DirectLimits, type FileCalls, testLog } from '@acequia/journal/testing';
import { Oracle, seededRandom, type IssuedEvent, type SeededRandom } from '@acequia/testkit/oracle';
import { VolatileDisk, type CutMode } from '../disk/volatile-disk.ts';
import type { Judged, MutationId } from '../fault.ts';
import { Consumer } from './consumer.ts';
import { mutateCalls, mutateImage, mutateJournal } from './mutate-journal.ts';

const streams = ['a', 'b'];
const finalReadsMax = 10_000;
/** Events a writer acknowledges before the readers must have read some. */
const aheadMax = 20;
const unopened = 'the journal could not be opened on a sound disk';

export interface LifeOptions {
  readonly seed: number;
  readonly mutation: MutationId | undefined;
  readonly lives: number;
  /** Calls to the disk after which a life (counted from 1) ends. */
  callsOf(random: SeededRandom, life: number): number;
  /** How a life ends: the power goes, or only the program. */
  readonly ending: 'cut' | 'kill' | 'either';
  readonly cutMode?: CutMode;
  /** Error code a call fails with, asked before each; not asked in the last life. */
  failure?(random: SeededRandom, call: keyof FileCalls): string | undefined;
}

/**
 * A journal in use by four writers and two readers over a disk whose cache is ours: its lives end at a chosen call to the
 * disk; then it is opened again, read to the end, and judged.
 */
export async function journalLives(options: LifeOptions): Promise<Judged> {
  const root = mkdtempSync(join(tmpdir(), 'faults-journal-'));
  try {
    return await new Lives(options, root).run();
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

interface Group {
  readonly events: readonly IssuedEvent[];
  readonly durability: Durability;
}

class Lives {
  readonly #o: LifeOptions;
  readonly #root: string;
  readonly #random: SeededRandom;
  readonly #oracle: Oracle;
  readonly #received = new Set<string>();
  readonly #groups: Group[] = [];
  /** Groups of this life that were written and not asked to be synced, and no sync after them was told of. */
  readonly #unsynced = new Set<Group>();
  /** Such groups of lives that have ended. */
  readonly #unsyncedBefore: Group[] = [];
  readonly #complaints: string[] = [];
  /** Every second seed writes whole pages, small ones, past the cache. */
  readonly #limits: DirectLimits | undefined;
  #disk: VolatileDisk;
  #committed = 0;
  #commitNumber = 0;
  #duplicatesMax = 0;

  constructor(options: LifeOptions, root: string) {
    this.#o = options;
    this.#root = root;
    this.#random = seededRandom(options.seed);
    this.#oracle = new Oracle(options.seed);
    this.#limits = options.seed % 2 === 0 ? smallPages : undefined;
    const folder = join(root, '0');
    mkdirSync(folder);
    this.#disk = new VolatileDisk(folder);
  }

  async run(): Promise<Judged> {
    for (let life = 1; life <= this.#o.lives; life++) {
      await this.#live(this.#random.fork(`life ${life}`), life);
      this.#unsyncedBefore.push(...this.#unsynced);
      this.#unsynced.clear();
      const cut = this.#o.ending === 'cut' || (this.#o.ending === 'either' && this.#random.chance(0.5));
      const folder = join(this.#root, String(life));
      if (cut) this.#disk.cutInto(folder, this.#random, this.#o.cutMode);
      else rmSync(join(this.#disk.folder, 'lock'), { force: true });
      if (this.#o.mutation !== undefined && cut) mutateImage(this.#o.mutation, folder);
      if (cut) this.#disk = new VolatileDisk(folder);
    }
    await this.#readToTheEnd();
    const verdict = this.#oracle.judge({
      acknowledgedMin: 0,
      faultsMin: this.#o.lives,
      duplicatesMax: this.#duplicatesMax,
      ordered: true,
    });
    const lost = this.#unsyncedBefore.flatMap(({ events }) => events).filter(({ text }) => !this.#received.has(text));
    return {
      ...verdict,
      faults: [...verdict.faults, ...this.#complaints, ...this.#halfGroups()],
      figures: { lostSinceLastSync: lost.length },
    };
  }

  async #live(random: SeededRandom, life: number): Promise<void> {
    let left = this.#o.callsOf(random, life);
    let over = false;
    const program = this.#disk.startProcess((call) => {
      if (left-- <= 0) {
        over = true;
        program.end();
        return;
      }
      const code = this.#o.failure?.(random, call);
      if (code !== undefined) throw Object.assign(new Error(`${code}: made by the fault`), { code });
    });
    const journal = await this.#open(program.calls).catch(() => undefined);
    if (journal === undefined) {
      if (over || this.#o.failure !== undefined) this.#oracle.metFault();
      else this.#complaints.push(unopened);
      return;
    }
    this.#checkCommits(journal);
    const isOver = (): boolean => over;
    const consumers = streams.map((stream) => this.#consumer(journal, stream, random));
    await Promise.all([
      ...[0, 1, 2, 3].map((writer) => this.#write(journal, writer, random.fork(`writer ${writer}`), isOver)),
      ...consumers.map((consumer) => this.#consume(consumer, isOver)),
      this.#commit(journal, random, isOver),
    ]);
    this.#oracle.metFault();
    for (const { uncommitted } of consumers) this.#duplicatesMax += uncommitted;
    // Its program has ended, so this writes nothing: it only gives its files back.
    await journal.close();
  }

  async #open(calls: FileCalls): Promise<Journal> {
    const { mutation } = this.#o;
    const journal = await openJournal({
      identity: testLog(),
      directory: this.#disk.folder,
      clock: systemClock,
      log: silentLog,
      segmentBytes: 16 * 1024,
      reserveBytes: 4096,
      startWriter: (reserve) => inlineWriter(mutation === undefined ? calls : mutateCalls(mutation, calls), reserve, this.#limits),
    });
    return mutation === undefined ? journal : mutateJournal(mutation, journal);
  }

  async #write(journal: Journal, writer: number, random: SeededRandom, isOver: () => boolean): Promise<void> {
    const stream = streams[writer % streams.length]!;
    while (!isOver()) {
      const durability = random.chance(0.85) ? 'fsync' : 'os';
      const events = Array.from({ length: 1 + random.below(6) }, () => this.#oracle.issue(`writer-${writer}`));
      const split = random.below(events.length + 1);
      const other = streams[(writer + 1) % streams.length]!;
      const twins = random.chance(0.6) ? [this.#oracle.issue(`twin-${writer}`)] : [];
      const blocks = [events.slice(0, split), events.slice(split)]
        .filter((part) => part.length > 0)
        .map((part) => textBlock(stream, texts(part), random.chance(0.5)));
      if (twins.length > 0) blocks.push(textBlock(other, texts(twins)));
      const group = { events: [...events, ...twins], durability } as const;
      this.#groups.push(group);
      const before = [...this.#unsynced];
      await journal.append({ blocks, durability }).then(
        () => this.#acknowledge(group, before),
        () => undefined,
      );
      while (!isOver() && this.#oracle.acknowledged > this.#received.size + aheadMax) await turn();
    }
  }

  /** A sync brings down what was written before it, also what did not ask for it; unless the file it lay in has failed. */
  #acknowledge(group: Group, before: readonly Group[]): void {
    if (group.durability === 'os' && this.#o.ending !== 'kill') {
      this.#unsynced.add(group);
      return;
    }
    const synced = this.#o.failure === undefined ? before : [];
    for (const each of [...synced, group]) {
      this.#unsynced.delete(each);
      for (const event of each.events) this.#oracle.acknowledge(event);
    }
  }

  #consumer(journal: Journal, stream: string, random: SeededRandom): Consumer {
    return new Consumer({
      journal,
      stream,
      random: random.fork(`consumer ${stream}`),
      mutation: this.#o.mutation,
      receive: (text) => {
        this.#received.add(text);
        this.#oracle.receive(text);
      },
    });
  }

  async #consume(consumer: Consumer, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await consumer.step().catch(() => undefined);
      await turn();
    }
  }

  async #commit(journal: Journal, random: SeededRandom, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const number = ++this.#commitNumber;
      await journal.commits.commit(new Map([['number', number]])).then(
        () => (this.#committed = number),
        () => undefined,
      );
      for (let turns = random.below(6); turns > 0; turns--) await turn();
    }
  }

  #checkCommits(journal: Journal): void {
    const found = journal.commits.get('number') ?? 0;
    if ((found as number) < this.#committed) this.#complaints.push(`commit ${this.#committed} was acknowledged, ${String(found)} is there`);
    this.#commitNumber = Math.max(this.#commitNumber, found as number);
  }

  async #readToTheEnd(): Promise<void> {
    const journal = await this.#open(this.#disk.startProcess().calls).catch((error: unknown) => {
      this.#complaints.push(`${unopened}: ${String(error)}`);
      return undefined;
    });
    if (journal === undefined) return;
    this.#checkCommits(journal);
    for (const stream of streams) {
      const consumer = this.#consumer(journal, stream, this.#random);
      for (let reads = 0; reads < finalReadsMax && (await consumer.step()); reads++);
    }
    await journal.append({ blocks: [textBlock('a', ['alive'])], durability: 'fsync' });
    await journal.close();
  }

  /** Groups that were to be all or nothing and are neither. An unsynced one may have been seen before the cut took a part. */
  #halfGroups(): string[] {
    const half = this.#groups.filter(({ events, durability }) => {
      const there = events.filter(({ text }) => this.#received.has(text)).length;
      return durability === 'fsync' && there > 0 && there < events.length;
    });
    const told = ({ text }: IssuedEvent): string => `${text.split(';', 4).join(';')}: ${this.#received.has(text) ? 'there' : 'not there'}`;
    return half.map(({ events }) => `a group was kept in part (${events.map(told).join(', ')})`);
  }
}

const texts = (events: readonly IssuedEvent[]): string[] => events.map(({ text }) => text);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
