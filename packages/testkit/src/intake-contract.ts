import { frameFlags, type FrameMeta } from '@acequia/batch';
import type { Intake, IntakeStream } from '@acequia/component-sdk/runtime';

/** An intake under test, and what it has taken in. */
export interface IntakeUnderTest {
  readonly intake: Intake;
  /** Everything durable so far, per frame in order. */
  taken(): Promise<readonly TakenByContract[]>;
  /** From now on nothing becomes durable, until `release`. */
  hold(): void;
  release(): void;
  /** From now on bodies are refused, until it is called with `false`. */
  refuse(refuses: boolean): void;
  /** Empty frames counted. */
  empty(): number;
}

export interface TakenByContract {
  readonly text: string;
  readonly flags: number;
  readonly wireBytes: number;
  /** Why the frame was refused. */
  readonly code: string | undefined;
  readonly position: number | undefined;
}

export interface IntakeOptions {
  readonly maxEventBytes: number;
  readonly onOversize: 'truncate' | 'split' | 'reject';
}

const meta: FrameMeta = { receivedMs: 1, transport: 'tcp' };
const rejectedBytesMax = 65_536;

/**
 * What every `Intake` promises (`component-sdk`, runtime). Each case returns what it saw and what it should have seen; the caller
 * compares them, so that the same cases run over the engine's intake and over the one that tests of components use.
 */
export const intakeContract: readonly {
  readonly name: string;
  readonly options?: Partial<IntakeOptions>;
  run(under: IntakeUnderTest): Promise<{ readonly seen: unknown; readonly wanted: unknown }>;
}[] = [
  {
    name: 'frames of a stream arrive in order and are there once a commit resolves',
    async run({ intake, taken }) {
      const stream = intake.open();
      write(stream, ['one', 'two']);
      write(stream, ['three']);
      await stream.commit();
      return { seen: texts(await taken()), wanted: ['one', 'two', 'three'] };
    },
  },
  {
    name: 'bytes are copied before write returns, and each frame keeps its place in the source and its size on the wire',
    async run({ intake, taken }) {
      const stream = intake.open();
      const bytes = Buffer.from('abcdef');
      stream.write(bytes, new Uint32Array([0, 2, 4, 2]), 2, { ...meta, position: 100 }, new Uint32Array([2, 9]));
      bytes.fill(0);
      await stream.commit();
      return {
        seen: (await taken()).map(({ text, position, wireBytes }) => [text, position, wireBytes]),
        wanted: [
          ['ab', 100, 2],
          ['ef', 104, 9],
        ],
      };
    },
  },
  {
    name: 'a commit does not resolve before what was written before it is durable, also when an earlier commit took it along',
    async run({ intake, taken, hold, release }) {
      const stream = intake.open();
      hold();
      write(stream, ['held']);
      const order: string[] = [];
      const commits = [stream.commit().then(() => order.push('first')), stream.commit().then(() => order.push('second'))];
      await turns();
      const early = [...order];
      release();
      await Promise.all(commits);
      return { seen: { early, order, taken: texts(await taken()) }, wanted: { early: [], order: ['first', 'second'], taken: ['held'] } };
    },
  },
  {
    name: 'the state of a source is that of the last commit that resolved',
    async run({ intake }) {
      const stream = intake.open();
      const before = intake.sourceState;
      const state = Buffer.from('1');
      const commit = stream.commit(state);
      await commit;
      const first = Buffer.from(intake.sourceState!).toString();
      await stream.commit(Buffer.from('2'));
      await stream.commit();
      return { seen: [before, first, Buffer.from(intake.sourceState!).toString()], wanted: [undefined, '1', '2'] };
    },
  },
  {
    name: 'a body enters once by its key, also while the first one is under way, and again when the first one was refused',
    async run({ intake, taken, refuse }) {
      const stream = intake.open();
      refuse(true);
      const refused = await submit(stream, ['a', 'b'], 'k1').then(
        () => 'taken',
        (error: unknown) => (error as Error).name,
      );
      refuse(false);
      const both = await Promise.all([submit(stream, ['a', 'b'], 'k1'), submit(stream, ['a', 'b'], 'k1')]);
      const later = await submit(stream, ['a', 'b'], 'k1');
      return {
        seen: [refused, ...[...both, later].map(({ repeated }) => repeated), texts(await taken())],
        wanted: ['IntakeBusy', false, true, true, ['a', 'b']],
      };
    },
  },
  {
    name: 'a body without elements is acknowledged and its key is free',
    async run({ intake, taken }) {
      const stream = intake.open();
      const empty = await submit(stream, [], 'k1');
      const next = await submit(stream, ['a'], 'k1');
      return { seen: [empty.repeated, next.repeated, texts(await taken())], wanted: [false, false, ['a']] };
    },
  },
  {
    name: 'refused elements of a body and refused bytes keep their reason, and no more than 64 KiB',
    async run({ intake, taken }) {
      const stream = intake.open();
      const bytes = Buffer.from('goodbad');
      await stream.submit({
        bytes,
        frames: new Uint32Array([0, 4, frameFlags.checked, 4, 3, frameFlags.rejected]),
        count: 2,
        meta,
        rejectCode: (index) => (index === 1 ? 'TOY_BAD' : undefined),
      });
      stream.reject(Buffer.alloc(rejectedBytesMax + 10, 120), 'TOY_LONG', meta);
      await stream.commit();
      return {
        seen: (await taken()).map(({ text, flags, code, wireBytes }) => [
          text.length,
          (flags & frameFlags.rejected) !== 0,
          code,
          wireBytes,
        ]),
        wanted: [
          [4, false, undefined, 4],
          [3, true, 'TOY_BAD', 3],
          [rejectedBytesMax, true, 'TOY_LONG', rejectedBytesMax + 10],
        ],
      };
    },
  },
  {
    name: 'a frame over the limit is cut, between two characters',
    options: { maxEventBytes: 4, onOversize: 'truncate' },
    run: (under) => oversize(under, [['abc', frameFlags.truncated, undefined]]),
  },
  {
    name: 'a frame over the limit is split, between two characters',
    options: { maxEventBytes: 4, onOversize: 'split' },
    run: (under) =>
      oversize(under, [
        ['abc', frameFlags.split, undefined],
        ['éde', frameFlags.split, undefined],
        ['f', frameFlags.split, undefined],
      ]),
  },
  {
    name: 'a frame over the limit is refused',
    options: { maxEventBytes: 4, onOversize: 'reject' },
    run: (under) => oversize(under, [['abcédef', frameFlags.rejected, 'LIMIT_EVENT_SIZE']]),
  },
  {
    name: 'what is offered and finds room arrives like what is written',
    async run({ intake, taken }) {
      const stream = intake.open();
      const bytes = Buffer.from('abcd');
      const kept = stream.offer(bytes, new Uint32Array([0, 2, 2, 2]), 2, { ...meta, sourceIp: '192.0.2.1' });
      bytes.fill(0);
      await stream.commit();
      return { seen: [kept, texts(await taken())], wanted: [true, ['ab', 'cd']] };
    },
  },
  {
    name: 'empty frames are counted',
    async run({ intake, empty }) {
      intake.open().empty(2);
      intake.open().empty(1);
      await turns();
      return { seen: empty(), wanted: 3 };
    },
  },
];

async function oversize({ intake, taken }: IntakeUnderTest, parts: readonly unknown[]) {
  const stream = intake.open();
  write(stream, ['ok', 'abcédef']);
  await stream.commit();
  const mask = frameFlags.truncated | frameFlags.split | frameFlags.rejected;
  return {
    seen: (await taken()).map(({ text, flags, code }) => [text, flags & mask, code]),
    wanted: [['ok', 0, undefined], ...parts],
  };
}

const texts = (taken: readonly TakenByContract[]) => taken.map(({ text }) => text);

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

function rangesOf(texts: readonly string[]): (readonly [offset: number, length: number])[] {
  let at = 0;
  return texts.map((text) => {
    const length = Buffer.byteLength(text);
    at += length;
    return [at - length, length];
  });
}

function write(stream: IntakeStream, lines: readonly string[]): void {
  stream.write(Buffer.from(lines.join('')), new Uint32Array(rangesOf(lines).flat()), lines.length, meta);
}

function submit(stream: IntakeStream, lines: readonly string[], idempotencyKey: string) {
  const frames = new Uint32Array(rangesOf(lines).flatMap(([offset, length]) => [offset, length, frameFlags.checked]));
  return stream.submit({ bytes: Buffer.from(lines.join('')), frames, count: lines.length, meta, idempotencyKey });
}
