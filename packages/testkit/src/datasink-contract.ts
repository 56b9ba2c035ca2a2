import { createMadeEvents, type SlotTable } from '@acequia/batch';
import type { DatasinkBatching, EncodedBatch, OpenDatasink, SendReport } from '@acequia/component-sdk/runtime';

/** A data sink under test, and its destination. */
export interface DatasinkUnderTest {
  /** What the data sink asks the engine for. */
  readonly batching: Pick<DatasinkBatching, 'order' | 'concurrency' | 'pipelined'>;
  /** Opens the data sink of a branch; `checkpoint`: what it is handed at the opening. */
  open(branch: string, checkpoint: string | undefined): Promise<OpenForContract>;
  /** Lines at the destination, in order, each as often as it is there. */
  there(): readonly string[];
  /** Absent: the destination proves everything at once. */
  readonly destination?: HeldDestination;
}

export interface OpenForContract {
  readonly sink: OpenDatasink;
  readonly slots: SlotTable;
}

export interface HeldDestination {
  /** From now on nothing is proved, until `release`. */
  hold(): void;
  /** Resolves once so many lines wait for their proof. */
  arrived(lines: number): Promise<void>;
  /** What waits is proved now, and what comes is at once. */
  release(): void;
  /** What waits fails, and is never proved. */
  reset(): void;
}

/** What a case needs: a destination that can be held; one that is held and an order of sends; reports with checkpoints. */
export type DatasinkTrait = 'held' | 'pipelined' | 'checkpoints';

const envelope = {
  tenantId: 't1',
  listenerId: 'LI_1',
  listenerName: 'l',
  listenerType: 'toy',
  cluster: 'c',
  worker: 'w',
  origin: '',
  made: 'e',
};
const never = new AbortController().signal;

/** A batch of events whose field `message` and the end of whose id are these lines, encoded by the data sink as the engine does. */
function encodeLines({ sink, slots }: OpenForContract, lines: readonly string[]): EncodedBatch {
  const message = slots.slot('message');
  const view = createMadeEvents(
    { slots, envelope, receivedMs: 0 },
    lines.map((line) => ({ id: line, timeNs: 0n, flags: [], fields: [[message, line] as const] })),
  );
  const records: { readonly bytes: Buffer; readonly group: string; readonly context: unknown }[] = [];
  for (let each = 0; each < view.count; each++) {
    const parts: Uint8Array[] = [];
    sink.encode(view, view.rows[each]!, {
      bytes: (bytes) => void parts.push(Uint8Array.from(bytes)),
      text: (text) => void parts.push(Buffer.from(text)),
      byte: (value) => void parts.push(Uint8Array.of(value)),
      commit: (group = '', context) => void records.push({ bytes: Buffer.concat(parts), group, context }),
      reject: (code) => {
        throw new Error(`refused: ${code}`);
      },
    });
  }
  const offsets = new Uint32Array(records.length + 1);
  for (const [index, { bytes }] of records.entries()) offsets[index + 1] = offsets[index]! + bytes.length;
  const [first] = records;
  return {
    bytes: Buffer.concat(records.map(({ bytes }) => bytes)),
    offsets,
    count: records.length,
    group: first!.group,
    context: first!.context,
    idempotencyKey: Buffer.from(lines.join()).toString('hex').padEnd(32, '0').slice(0, 32),
  };
}

/** Sends of one branch over several openings, as the engine makes them: the checkpoint last reported is handed to the next opening. */
class Branch {
  readonly #under: DatasinkUnderTest;
  readonly #id: string;
  checkpoint: string | undefined;
  #open: OpenForContract | undefined;

  constructor(under: DatasinkUnderTest, id = 'branch1', checkpoint?: string) {
    this.#under = under;
    this.#id = id;
    this.checkpoint = checkpoint;
  }

  get sink(): OpenDatasink {
    return this.#open!.sink;
  }

  async open(): Promise<void> {
    this.#open = await this.#under.open(this.#id, this.checkpoint);
  }

  async reopen(): Promise<void> {
    await this.sink.close();
    await this.open();
  }

  encode(...lines: readonly string[]): EncodedBatch {
    return encodeLines(this.#open!, lines);
  }

  async send(batch: EncodedBatch, signal = never): Promise<SendReport | undefined> {
    const report = await this.sink.send(batch, signal);
    this.checkpoint = report?.checkpoint ?? this.checkpoint;
    return report;
  }
}

/** As many sends as the engine has under way at once. */
const atOnce = ({ batching: { order, concurrency, pipelined } }: DatasinkUnderTest): number =>
  (order === 'none' ? concurrency : pipelined) ?? 1;

const numbered = (from: number, count: number): string[] => Array.from({ length: count }, (_, index) => String(from + index));

/** In the order of the sends where there is one; sorted where there is none. */
const inOrder = ({ batching }: DatasinkUnderTest, lines: readonly string[]): readonly string[] =>
  batching.order === 'none' ? lines.toSorted((one, other) => Number(one) - Number(other)) : lines;

/** Each line once, where it was last seen: what was cut off in a send that failed may be there before it. */
const lastOfEach = (lines: readonly string[]): string[] => [...new Set(lines.toReversed())].toReversed();

/** Turns of the event loop in which a proof that is given too early would come. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

interface DatasinkCase {
  readonly name: string;
  readonly needs?: DatasinkTrait;
  run(under: DatasinkUnderTest): Promise<{ readonly seen: unknown; readonly wanted: unknown }>;
}

/** Starts as many sends as may be at once behind one that is proved, while the destination is held. */
async function sendHeld(under: DatasinkUnderTest, signal?: AbortSignal) {
  const branch = new Branch(under);
  await branch.open();
  await branch.send(branch.encode('1'));
  const batches = numbered(2, atOnce(under)).map((line) => branch.encode(line));
  under.destination!.hold();
  const ended: number[] = [];
  const sends = batches.map((batch, index) => branch.send(batch, signal).finally(() => ended.push(index)));
  for (const send of sends) send.catch(() => undefined);
  await under.destination!.arrived(batches.length);
  await turns();
  return { branch, batches, sends, ended };
}

/** Sends again what was not proved, by a data sink that is opened anew. */
async function sendRest(branch: Branch, batches: readonly EncodedBatch[], sends: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(sends);
  await branch.reopen();
  for (const [index, { status }] of results.entries()) if (status === 'rejected') await branch.send(batches[index]!);
  await branch.sink.close();
}

const cases: readonly DatasinkCase[] = [
  {
    name: 'what a send has returned for is at the destination, in the order of the sends',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      await branch.send(branch.encode('1', '2'));
      const first = under.there();
      for (const line of ['3', '4']) await branch.send(branch.encode(line));
      const all = under.there();
      await branch.sink.close();
      return { seen: [first, all], wanted: [numbered(1, 2), numbered(1, 4)] };
    },
  },
  {
    name: 'as many sends at once as it asks for are all proved, in their order where there is one',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      const lines = numbered(1, atOnce(under));
      const proved: string[] = [];
      await Promise.all(lines.map((line) => branch.send(branch.encode(line)).then(() => proved.push(line))));
      const there = under.there();
      await branch.sink.close();
      return { seen: [inOrder(under, proved), inOrder(under, there)], wanted: [lines, lines] };
    },
  },
  {
    name: 'close resolves however often it is called, and the next one sends on, also what the one before has encoded',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      await branch.send(branch.encode('1'));
      const encoded = branch.encode('2');
      await Promise.all([branch.sink.close(), branch.sink.close()]);
      await branch.reopen();
      await branch.send(encoded);
      await branch.send(branch.encode('3'));
      await branch.sink.close();
      return { seen: under.there(), wanted: numbered(1, 3) };
    },
  },
  {
    name: 'the memory of a batch may be used again once its send has returned, where that is promised',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      const batch = branch.encode('1', '2');
      await branch.send(batch);
      if (branch.sink.releasesBytes) batch.bytes.fill(120);
      await branch.send(branch.encode('3'));
      await branch.sink.close();
      return { seen: under.there(), wanted: numbered(1, 3) };
    },
  },
  {
    name: 'it may hear of a commit before, between and after its sends, also of the same one again, and that changes nothing',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      branch.sink.committed?.(undefined);
      for (const line of numbered(1, 3)) {
        const before = branch.checkpoint;
        const sending = branch.send(branch.encode(line));
        branch.sink.committed?.(before);
        await sending;
        branch.sink.committed?.(before);
        branch.sink.committed?.(branch.checkpoint);
      }
      await branch.reopen();
      branch.sink.committed?.(branch.checkpoint);
      await branch.send(branch.encode('4'));
      await branch.sink.close();
      return { seen: under.there(), wanted: numbered(1, 4) };
    },
  },
  {
    name: 'a send that was aborted before it began ends; sent again without a proof, its batch is there once',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      await branch.send(branch.encode('1'));
      const batch = branch.encode('2');
      const proved = await branch.send(batch, AbortSignal.abort(new Error('stop'))).then(
        () => true,
        () => false,
      );
      await branch.reopen();
      if (!proved) await branch.send(batch);
      await branch.sink.close();
      return { seen: under.there(), wanted: numbered(1, 2) };
    },
  },
  {
    name: 'no send returns before the destination has given its proof',
    needs: 'held',
    async run(under) {
      const { branch, batches, sends, ended } = await sendHeld(under);
      const early = [...ended];
      under.destination!.release();
      await Promise.all(sends);
      await branch.sink.close();
      return { seen: [early, inOrder(under, under.there())], wanted: [[], numbered(1, 1 + batches.length)] };
    },
  },
  {
    name: 'sends under way end when their signal is aborted, close resolves, and what was not proved arrives when it is sent again',
    needs: 'held',
    async run(under) {
      const abort = new AbortController();
      const { branch, batches, sends } = await sendHeld(under, abort.signal);
      abort.abort(new Error('stop'));
      await Promise.allSettled(sends);
      await branch.sink.close();
      under.destination!.release();
      await sendRest(branch, batches, sends);
      return { seen: inOrder(under, lastOfEach(under.there())), wanted: numbered(1, 1 + batches.length) };
    },
  },
  {
    name: 'a destination that breaks off fails what is under way, and what was not proved arrives when it is sent again',
    needs: 'held',
    async run(under) {
      const { branch, batches, sends } = await sendHeld(under);
      under.destination!.reset();
      const failed = (await Promise.allSettled(sends)).filter(({ status }) => status === 'rejected').length;
      under.destination!.release();
      await sendRest(branch, batches, sends);
      return { seen: [failed, inOrder(under, lastOfEach(under.there()))], wanted: [batches.length, numbered(1, 1 + batches.length)] };
    },
  },
  {
    name: 'with several sends in order, one that is aborted overtakes none of those called before it',
    needs: 'pipelined',
    async run(under) {
      const { branch, batches, sends } = await sendHeld(under);
      const abort = new AbortController();
      under.destination!.release();
      const more = branch.encode('100');
      const last = branch.send(more, abort.signal).then(
        () => true,
        () => false,
      );
      abort.abort(new Error('stop'));
      const proved = (await Promise.allSettled(sends)).map(({ status }) => status === 'fulfilled');
      const isLastProved = await last;
      const firstFailure = proved.indexOf(false);
      const overtaken = firstFailure >= 0 && (isLastProved || proved.slice(firstFailure).includes(true));
      await sendRest(branch, batches, sends);
      return {
        seen: { overtaken, lines: lastOfEach(under.there()).filter((line) => line !== '100') },
        wanted: { overtaken: false, lines: numbered(1, 1 + batches.length) },
      };
    },
  },
  {
    name: 'what the checkpoint of its opening does not know is undone, so that it is there once when it is sent again',
    needs: 'checkpoints',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      await branch.send(branch.encode('1'));
      const committed = branch.checkpoint;
      branch.sink.committed?.(committed);
      await branch.send(branch.encode('2'));
      await branch.send(branch.encode('3'));
      await branch.sink.close();
      branch.checkpoint = committed;
      await branch.open();
      await branch.send(branch.encode('2'));
      await branch.reopen();
      await branch.send(branch.encode('3'));
      await branch.sink.close();
      return { seen: under.there(), wanted: numbered(1, 3) };
    },
  },
  {
    name: 'opened without a checkpoint, a branch that has sent before begins anew',
    needs: 'checkpoints',
    async run(under) {
      const branch = new Branch(under);
      await branch.open();
      await branch.send(branch.encode('1', '2'));
      await branch.sink.close();
      branch.checkpoint = undefined;
      await branch.open();
      await branch.send(branch.encode('1'));
      await branch.sink.close();
      return { seen: under.there(), wanted: ['1'] };
    },
  },
  {
    name: 'another branch goes on at the place with the last checkpoint of the one before',
    needs: 'checkpoints',
    async run(under) {
      const before = new Branch(under);
      await before.open();
      await before.send(before.encode('1'));
      before.sink.committed?.(before.checkpoint);
      await before.send(before.encode('2'));
      await before.sink.close();
      const after = new Branch(under, 'branch2', before.checkpoint);
      await after.open();
      await after.send(after.encode('3'));
      await after.reopen();
      await after.send(after.encode('4'));
      await after.sink.close();
      return { seen: under.there(), wanted: numbered(1, 4) };
    },
  },
];

/**
 * What every `OpenDatasink` promises the engine (`component-sdk`, runtime). Each case returns what it saw and what it should have
 * seen; the caller compares them, so that the same cases run over data sinks of the catalogue and over those that tests of the engine
 * use. Those that need another trait are left out.
 */
export const datasinkContract = (...traits: readonly DatasinkTrait[]): readonly DatasinkCase[] =>
  cases.filter(({ needs }) => needs === undefined || traits.includes(needs));
