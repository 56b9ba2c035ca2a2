import { Retry, type IntakeStream } from '@acequia/component-sdk/runtime';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deployment, label, links, listener, pipeline, sink } from '../test/deployments.ts';
import { laneCount, startHarness, until, type Harness } from '../test/harness.ts';
import { sendLines, submitLines } from '../test/toy-components.ts';

const steady = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'));
const other = (version: number) => pipeline('PL_2', `PV_2${version}`, [label(), sink('out', 'b')], links('start > out'));
const delivered = (pipelines: Parameters<typeof deployment>[0], revision = 1) =>
  deployment(pipelines, { listeners: [{ ...listener('LI_1', { ackWhen: 'delivered' }), revision }] });

/** A destination that answers when it is let. */
function gate(harness: Harness, name: string) {
  let open = true;
  let failing = false;
  let waiting: (() => void)[] = [];
  harness.toys.destination(name).answer = async () => {
    if (!open) await new Promise<void>((resolve) => waiting.push(resolve));
    if (failing) throw new Retry('TOY_AWAY');
    return undefined;
  };
  return {
    close: () => void (open = false),
    fail: (value: boolean) => void (failing = value),
    open() {
      open = true;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
  };
}

describe('acknowledged when delivered', () => {
  test('three bodies of one block are all answered, not only the last one', async () => {
    const harness = startHarness({ limits: { ackDeliveredTimeoutMs: 5000 } });
    await harness.engine.apply(delivered([steady]));
    const peer = harness.toys.peer('LI_1');
    const replies = await Promise.allSettled(['one', 'two', 'three'].map((line) => submitLines(peer, [line])));
    expect(replies.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    await harness.engine.stop({ deadlineMs: 1000 });
  });

  test('a commit with nothing of its own to append waits for frames written before it', async () => {
    const harness = startHarness({ limits: { ackDeliveredTimeoutMs: 5000 } });
    const destination = gate(harness, 'a');
    destination.close();
    await harness.engine.apply(delivered([steady]));
    const stream = harness.toys.peer('LI_1').stream();
    sendLines(harness.toys.peer('LI_1'), ['early'], stream);
    await until(() => harness.journal.head('li/t1/LI_1/0').block > 1);
    await until(() => harness.toys.destination('a').calls > 0);
    let linesThen: number | undefined;
    const commit = stream.commit().then(() => (linesThen = harness.toys.destination('a').lines.length));
    await new Promise((resolve) => setImmediate(resolve));
    expect(linesThen).toBeUndefined();
    destination.open();
    await commit;
    expect(linesThen).toBe(1);
    await harness.engine.stop({ deadlineMs: 1000 });
  });

  test('a body sent again with its key while it is undelivered is not answered before it is delivered', async () => {
    const harness = startHarness({ limits: { ackDeliveredTimeoutMs: 50 } });
    const destination = gate(harness, 'a');
    destination.close();
    await harness.engine.apply(delivered([steady]));
    const peer = harness.toys.peer('LI_1');
    await expect(submitLines(peer, ['x'], 'k1')).rejects.toMatchObject({ reason: 'timeout' });
    await expect(submitLines(peer, ['x'], 'k1')).rejects.toMatchObject({ reason: 'timeout' });
    destination.open();
    await until(() => harness.toys.destination('a').lines.length === 1);
    expect(await submitLines(peer, ['x'], 'k1')).toEqual({ repeated: true });
    expect(harness.toys.destination('a').lines).toEqual(['x']);
    await harness.engine.stop({ deadlineMs: 1000 });
  });

  test('a stopped version whose destination is away holds up only what it has yet to deliver', async () => {
    const harness = startHarness({ limits: { ackDeliveredTimeoutMs: 5000 } });
    const away = gate(harness, 'b');
    away.close();
    await harness.engine.apply(delivered([steady, other(1)]));
    const peer = harness.toys.peer('LI_1');
    let answered = false;
    const held = submitLines(peer, ['held']).then(() => (answered = true));
    await until(() => harness.toys.destination('b').calls > 0);
    await harness.engine.apply(delivered([steady]));
    expect(await submitLines(peer, ['after'])).toEqual({ repeated: false });
    expect(answered).toBe(false);
    away.open();
    await held;
    await harness.engine.stop({ deadlineMs: 1000 });
  });

  test('random bodies, commits, failures, publications and restarts: nobody is answered early, twice or never', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 40 }), async (commands) => {
        const run = await Run.start();
        for (const each of commands) await run.take(each);
        await run.finish();
      }),
      { numRuns: laneCount() > 0 ? 8 : 60, seed: 7 },
    );
  });
});

type Command =
  | { readonly kind: 'submit'; readonly lines: number; readonly key: number | undefined }
  | { readonly kind: 'write' | 'commit'; readonly stream: number }
  | { readonly kind: 'close' | 'open' | 'fail' | 'mend'; readonly destination: 'a' | 'b' }
  | { readonly kind: 'publish' | 'unpublish' | 'restart' | 'kill' | 'rest' };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('submit' as const),
      lines: fc.integer({ min: 1, max: 5 }),
      key: fc.option(fc.nat(3), { nil: undefined }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('write' as const, 'commit' as const), stream: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('close' as const, 'open' as const, 'fail' as const, 'mend' as const),
      destination: fc.constantFrom('a' as const, 'b' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('publish' as const, 'unpublish' as const, 'restart' as const, 'kill' as const, 'rest' as const),
    }),
  },
);

class Run {
  readonly #harness = startHarness({ limits: { ackDeliveredTimeoutMs: 60_000, branchMemoryBytes: 400 } });
  readonly #gates = { a: gate(this.#harness, 'a'), b: gate(this.#harness, 'b') };
  readonly #answers: Promise<unknown>[] = [];
  readonly #keyed = new Map<string, string[]>();
  #streams: { readonly stream: IntakeStream; readonly lines: string[] }[] = [];
  #count = 0;
  #revision = 1;
  #version = 0;
  #withOther = false;
  early: string[] = [];

  static async start(): Promise<Run> {
    const run = new Run();
    await run.#apply();
    return run;
  }

  async take(command: Command): Promise<void> {
    switch (command.kind) {
      case 'submit': {
        const key = command.key === undefined ? undefined : `k${this.#revision}-${command.key}`;
        const fresh = Array.from({ length: command.lines }, () => `line ${++this.#count};`);
        const lines = (key === undefined ? undefined : this.#keyed.get(key)) ?? fresh;
        if (key !== undefined) this.#keyed.set(key, lines);
        this.#answer(submitLines(this.#harness.toys.peer('LI_1'), lines, key), lines);
        return;
      }
      case 'write': {
        const { stream, lines } = this.#streams[command.stream]!;
        lines.push(`line ${++this.#count};`);
        sendLines(this.#harness.toys.peer('LI_1'), lines.slice(-1), stream);
        return;
      }
      case 'commit': {
        const { stream, lines } = this.#streams[command.stream]!;
        this.#answer(stream.commit(), [...lines]);
        return;
      }
      case 'close':
        return this.#gates[command.destination].close();
      case 'open':
        return this.#gates[command.destination].open();
      case 'fail':
        return this.#gates[command.destination].fail(true);
      case 'mend':
        return this.#gates[command.destination].fail(false);
      case 'publish':
        this.#withOther = true;
        this.#version++;
        return this.#apply();
      case 'unpublish':
        this.#withOther = false;
        return this.#apply();
      case 'restart':
        this.#revision++;
        return this.#apply();
      case 'kill':
        return this.#harness.killLanes();
      case 'rest':
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async finish(): Promise<void> {
    for (const { open, fail } of Object.values(this.#gates)) {
      fail(false);
      open();
    }
    await Promise.all(this.#answers);
    expect(this.early).toEqual([]);
    await this.#harness.engine.stop({ deadlineMs: 5000 });
  }

  /** A restarted listener may only say "try again". */
  #answer(answer: Promise<unknown>, lines: readonly string[]): void {
    const { revision } = { revision: this.#revision };
    this.#answers.push(
      answer.then(
        () => {
          const there = new Set(this.#harness.toys.destination('a').lines);
          this.early.push(...lines.filter((line) => !there.has(line)));
        },
        (error: unknown) => {
          expect(error).toMatchObject({ name: 'IntakeBusy', reason: 'stopping' });
          expect(this.#revision).toBeGreaterThan(revision);
        },
      ),
    );
  }

  async #apply(): Promise<void> {
    await this.#harness.engine.apply(delivered([steady, ...(this.#withOther ? [other(this.#version)] : [])], this.#revision));
    if (this.#streams.length === 0 || this.#revision > this.#streamsOf) {
      this.#streamsOf = this.#revision;
      this.#streams = Array.from({ length: 3 }, () => ({ stream: this.#harness.toys.peer('LI_1').stream(), lines: [] }));
    }
  }

  #streamsOf = 0;
}
