import { fuzzTargets, type FuzzTarget } from '@acequia/components/testing/fuzz-targets';
import { seededRandom, type SeededRandom } from '@acequia/testkit/oracle';
import type { CycleReport, Fault, FaultOptions } from '../fault.ts';
import { BlockCoverage } from './block-coverage.ts';
import { changeInput } from './change-input.ts';

/** Inputs of a cycle, over all decoders. */
const casesPerCycle = 500;
/** Inputs between two looks at what they reached. */
const casesPerLook = 100;
const corpusMax = 400;
/** Of the rounds: in the first ones V8's heap grows to its size, whatever runs. */
const warmShare = 0.1;

/** whatever bytes come, each frame becomes an event, a refusal or nothing, soon, and nothing crashes. */
export const fuzzDecoders: Fault = {
  id: 'fuzz-decoders',
  about: 'R-36: hostile input to every decoder, guided by what of the code it reaches: in = out + refused, no crash',
  layer: 'decoders',
  smallCycles: 20,
  wanted: { slowestMs: 100, memoryGrowthMb: 100 },
  run: (options) => Promise.resolve([fuzz(options)]),
};

/** All cycles are one run, since each begins with what the ones before have found. */
function fuzz({ seed, cycles }: FaultOptions): CycleReport {
  const random = seededRandom(seed);
  const coverage = new BlockCoverage();
  const fields = fuzzTargets().map((target) => new FuzzedTarget(target, random.fork(target.id), coverage));
  const rounds = Math.ceil((cycles * casesPerCycle) / (fields.length * casesPerLook));
  const warmRounds = Math.ceil(rounds * warmShare);
  let warmBytes = 0;
  for (let round = 0; round < rounds; round++) {
    for (const field of fields) field.tryMany(casesPerLook);
    if (round + 1 === warmRounds) warmBytes = process.memoryUsage().rss;
  }
  coverage.close();
  const sum = (of: (field: FuzzedTarget) => number): number => fields.reduce((total, field) => total + of(field), 0);
  const faults = fields.flatMap(({ faults: own }) => own);
  return {
    seed,
    cycles,
    verdict: {
      acknowledged: sum(({ frames }) => frames),
      delivered: sum(({ frames }) => frames),
      lost: 0,
      invented: 0,
      corrupt: 0,
      duplicates: 0,
      repeated: 0,
      disordered: 0,
      faultsMet: sum(({ cases }) => cases),
      void: sum(({ kept }) => kept) === 0 ? 'no input reached anything new' : undefined,
      faults,
    },
    figures: {
      cases: sum(({ cases }) => cases),
      inputsKept: sum(({ kept }) => kept),
      slowestMs: Math.round(Math.max(...fields.map(({ slowestMs }) => slowestMs))),
      memoryGrowthMb: Math.round((process.memoryUsage().rss - warmBytes) / 1_048_576),
    },
  };
}

/** Of this thread: what else the machine does is not the decoder's. */
function cpuMsOf(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** A decoder with the inputs that have reached something new in it. */
class FuzzedTarget {
  frames = 0;
  cases = 0;
  kept = 0;
  /** CPU of one input, the lesser of two times: what is slow for its bytes is slow again, a collection or a compilation is not. */
  slowestMs = 0;
  readonly faults: string[] = [];
  readonly #target: FuzzTarget;
  readonly #random: SeededRandom;
  readonly #coverage: BlockCoverage;
  readonly #corpus: Uint8Array[];

  constructor(target: FuzzTarget, random: SeededRandom, coverage: BlockCoverage) {
    this.#target = target;
    this.#random = random;
    this.#coverage = coverage;
    this.#corpus = [...target.seeds];
    for (const input of this.#corpus) this.#try(input);
    coverage.takeNew();
  }

  /** One look for many inputs, since it costs more than they do; only when they reached something new, one for each. */
  tryMany(count: number): void {
    const inputs = Array.from({ length: count }, () =>
      changeInput(this.#random.pick(this.#corpus), { corpus: this.#corpus, words: this.#target.words }, this.#random),
    );
    for (const input of inputs) this.#try(input);
    if (this.#coverage.takeNew() === 0) return;
    this.kept++;
    for (const input of inputs) {
      if (this.#corpus.length < corpusMax) this.#corpus.push(input);
      else this.#corpus[this.#random.below(corpusMax)] = input;
    }
  }

  #try(input: Uint8Array): void {
    this.cases++;
    const tookMs = cpuMsOf(() => {
      try {
        this.frames += this.#target.read(input);
      } catch (error) {
        if (this.faults.length < 5)
          this.faults.push(`${this.#target.id}: ${String(error)}; input ${Buffer.from(input).toString('base64')}`);
      }
    });
    if (tookMs > this.slowestMs) this.slowestMs = Math.max(this.slowestMs, Math.min(tookMs, this.#timeAgain(input)));
  }

  #timeAgain(input: Uint8Array): number {
    return cpuMsOf(() => {
      try {
        this.#target.read(input);
      } catch {
        // Told of the first time.
      }
    });
  }
}
