import { err, minuteMs, ok, secondMs, type Clock, type Result } from '@acequia/base';
import { Apart } from '../apart/apart.ts';
import type { RecordedBlocks } from './recorded-blocks.ts';
import type { FromShadow, ToShadow } from './shadow-messages.ts';
import type { ShadowCase, ShadowLookup, ShadowOutcome } from './shadow.ts';

/** A block that takes longer holds a step that hangs. */
const blockMsMax = 10 * secondMs;
/** Loading the catalogue on a busy machine is slow. */
const startMsMax = 60 * secondMs;
const runMsMax = 2 * minuteMs;

const program = new URL('./shadow-program.ts', import.meta.url);
type ShadowApart = Apart<ToShadow, FromShadow>;

export interface ShadowProgress {
  readonly blocks: number;
  readonly blocksDone: number;
  readonly events: number;
}

export interface ShadowOptions {
  /** Address of a module that exports `components: Components`. */
  readonly componentsModule: string;
  readonly clock: Clock;
  /** Ends the run with what it has seen by then. */
  readonly stop: AbortSignal;
  onProgress(progress: ShadowProgress): void;
  /** Undefined: it is not here. */
  table(name: ShadowLookup): SharedArrayBuffer | undefined;
  /** Default 10 s. */
  readonly blockMsMax?: number;
}

/** Why a run has no result. `SHADOW_SLOW`: a step hangs. `SHADOW_ENDED`: it took more memory than it may, or broke off. */
export interface ShadowFailure {
  readonly code: string;
  readonly of?: 'running' | 'draft';
  readonly node?: string;
  readonly message?: string;
}

export interface ShadowDone extends ShadowOutcome {
  readonly missedBlocks: number;
}

/**
 * Runs the two versions of a case over retained events, in a process of its own that may hang, grow or die without harm to what
 * runs. Nothing is written to a datasink.
 */
export async function runShadow(
  shadow: Omit<ShadowCase, 'listener' | 'revisions'>,
  blocks: RecordedBlocks,
  options: ShadowOptions,
): Promise<Result<ShadowDone, ShadowFailure>> {
  const { listener, revisions } = blocks;
  const apart: ShadowApart = new Apart(program, options.componentsModule);
  try {
    return await drive(apart, { ...shadow, listener, revisions }, blocks, options);
  } finally {
    apart.close();
  }
}

async function drive(
  apart: ShadowApart,
  shadow: ShadowCase,
  blocks: RecordedBlocks,
  { clock, stop, onProgress, table, blockMsMax: slowMs = blockMsMax }: ShadowOptions,
): Promise<Result<ShadowDone, ShadowFailure>> {
  const end = clock.monotonic() + runMsMax;
  const talk = new Talk(apart, clock);
  let answer = await talk.answer(startMsMax);
  let cut = false;
  if (answer.type === 'ready') answer = await talk.ask({ type: 'case', case: shadow }, startMsMax);
  while (answer.type === 'needs') {
    const found = table(answer.lookup);
    const file = found && (await apart.tables.handOver(found));
    answer = await talk.ask({ type: 'table', file }, startMsMax);
  }
  while (answer.type === 'took') {
    onProgress({ blocks: blocks.blocks, blocksDone: blocks.done, events: answer.events });
    cut = (answer.full && blocks.done < blocks.blocks) || stop.aborted || clock.monotonic() > end;
    const block = answer.full || cut ? undefined : await blocks.next();
    answer = await talk.ask(block ? { type: 'block', block } : { type: 'finish', cut }, slowMs);
  }
  if (answer.type === 'done') return ok({ ...answer.outcome, missedBlocks: blocks.missed });
  if (answer.type === 'fault') return err(answer.fault);
  return err({ code: answer.type === 'failed' ? answer.code : 'SHADOW_ENDED' });
}

type Heard = FromShadow | { readonly type: 'failed'; readonly code: 'SHADOW_SLOW' | 'SHADOW_ENDED' };

/** Questions to the process, each with one answer. */
class Talk {
  readonly #apart: ShadowApart;
  readonly #clock: Clock;
  #said: Heard[] = [];
  #wake: (() => void) | undefined;

  constructor(apart: ShadowApart, clock: Clock) {
    this.#apart = apart;
    this.#clock = clock;
    const hear = (message: Heard) => {
      this.#said.push(message);
      this.#wake?.();
    };
    apart.listen({ message: hear, end: () => hear({ type: 'failed', code: 'SHADOW_ENDED' }) });
  }

  ask(message: ToShadow, withinMs: number): Promise<Heard> {
    this.#apart.send(message);
    return this.answer(withinMs);
  }

  async answer(withinMs: number): Promise<Heard> {
    let slow = false;
    const heard = Promise.withResolvers<void>();
    this.#wake = heard.resolve;
    const cancel = this.#clock.after(withinMs, () => {
      slow = true;
      heard.resolve();
    });
    if (this.#said.length === 0) await heard.promise;
    cancel();
    this.#wake = undefined;
    return this.#said.shift() ?? { type: 'failed', code: slow ? 'SHADOW_SLOW' : 'SHADOW_ENDED' };
  }
}
