import {
  Disconnected,
  type ListenerContext,
  type OpenDatasink,
  type DatasinkBatching,
  type EncodedBatch,
  type SendReport,
  type IntakeStream,
  type StepOutput,
  type CompileContext,
} from '@acequia/component-sdk/runtime';
import type { BatchBuilder, BatchView, FrameBlock, FrameMeta } from '@acequia/batch';
import { cellTags } from '@acequia/batch';
import { expecting } from '@acequia/event';
import type { Components } from '../src/options.ts';
import { compileTally } from './toy-tally.ts';

/** The listener's other end: what a test sends through. */
export interface ToyPeer {
  stream(): IntakeStream;
  starts: number;
  /** How often it was told that a secret of its own has changed. */
  newSecrets: number;
  running: boolean;
}

export type Send = (batch: EncodedBatch, lines: readonly string[]) => Promise<SendReport | undefined> | SendReport | undefined;

/** A destination that remembers what it was given, and answers as it is told. */
export class ToyDestination {
  readonly lines: string[] = [];
  readonly keys: string[] = [];
  calls = 0;
  opens = 0;
  /** Connections at once, now and at most. */
  live = 0;
  liveMax = 0;
  answer: Send | undefined;
  /** Its promise is waited for. */
  onOpen: ((checkpoint: string | undefined) => unknown) | undefined;
  batching: Partial<DatasinkBatching> = {};
}

/** How a toy datasink reaches its destination. */
export interface ToyWire {
  batching(creation: ToyCreation): Partial<DatasinkBatching>;
  open(name: string, checkpoint: string | undefined): Promise<void>;
  /** Not told by lanes on other threads. */
  close?(name: string): void;
  /** The destination's answer; its errors are thrown. What a sender has given up is not taken, unless the signal is of another thread. */
  send(
    name: string,
    batch: Pick<EncodedBatch, 'count' | 'idempotencyKey'>,
    lines: readonly string[],
    signal?: AbortSignal,
  ): Promise<SendReport | undefined>;
}

export interface ToyCreation {
  readonly name: string;
  readonly batching?: Partial<DatasinkBatching>;
}

export interface Toys {
  /** Reaches the destinations below. */
  readonly wire: ToyWire;
  readonly components: Components;
  peer(name: string): ToyPeer;
  destination(name: string): ToyDestination;
}

/** Takes every configuration as it is; the engine only asks schemas to parse. */
const anything = (defaults: Record<string, unknown> = {}) => ({
  safeParse: (value: Record<string, unknown>) => ({ success: true, data: { ...defaults, ...value } }),
});

const meta: FrameMeta = { receivedMs: 0, transport: 'internal' };

/** A destination that does not answer does not hold up who has been told to give up. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Disconnected('TOY_ABORTED'));
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

export function sendLines(peer: ToyPeer, lines: readonly string[], stream: IntakeStream = peer.stream()): void {
  const bytes = Buffer.from(lines.join(''));
  const ranges = new Uint32Array(lines.length * 2);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    const length = Buffer.byteLength(line);
    ranges.set([at, length], index * 2);
    at += length;
  }
  stream.write(bytes, ranges, lines.length, meta);
}

export function submitLines(
  peer: ToyPeer,
  lines: readonly string[],
  idempotencyKey?: string,
  receivedMs = 0,
): Promise<{ repeated: boolean }> {
  const bytes = Buffer.from(lines.join(''));
  const frames = new Uint32Array(lines.length * 3);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    frames.set([at, Buffer.byteLength(line), 1], index * 3);
    at += Buffer.byteLength(line);
  }
  const body = { bytes, frames, count: lines.length, meta: { ...meta, receivedMs } };
  return peer.stream().submit({ ...body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
}

export function createToys(): Toys {
  const destinations = new Map<string, ToyDestination>();
  const destination = (name: string) => {
    let found = destinations.get(name);
    if (!found) destinations.set(name, (found = new ToyDestination()));
    return found;
  };
  const wire: ToyWire = {
    batching: ({ name }) => destination(name).batching,
    open: async (name, checkpoint) => {
      const it = destination(name);
      it.opens++;
      const held = it.onOpen?.(checkpoint);
      if (held instanceof Promise) await held;
      it.live++;
      it.liveMax = Math.max(it.liveMax, it.live);
    },
    close: (name) => void destination(name).live--,
    send: async (name, batch, lines, signal) => {
      const it = destination(name);
      it.calls++;
      it.keys.push(batch.idempotencyKey);
      const report = await it.answer?.(batch as EncodedBatch, lines);
      signal?.throwIfAborted();
      const refused = new Set([...(report?.rejected ?? []), ...(report?.routed ?? [])].map(({ record }) => record));
      it.lines.push(...lines.filter((_, index) => !refused.has(index)));
      return report;
    },
  };
  return { ...toyComponents(wire), wire, destination };
}

/** A listener of lines (`!` cannot be decoded), actions and a datasink of lines. */
export function toyComponents(wire: ToyWire): Pick<Toys, 'components' | 'peer'> {
  const peers = new Map<string, ToyPeer & { intake?: ListenerContext['intake'] }>();
  const peer = (name: string) => {
    let found = peers.get(name);
    if (!found) {
      found = { starts: 0, newSecrets: 0, running: false, stream: () => peers.get(name)!.intake!.open() };
      peers.set(name, found);
    }
    return found;
  };
  const listener = {
    definition: { kind: 'listener', config: anything() },
    runtime: {
      start: async (config: { name: string }, ctx: ListenerContext) => {
        const it = peer(config.name);
        it.intake = ctx.intake;
        it.starts++;
        it.running = true;
        return { addresses: [], stop: async () => void (it.running = false), secretsChanged: () => void it.newSecrets++ };
      },
      decoder: (_config: unknown, ctx: { slots: BatchView['slots'] }) => {
        const message = ctx.slots.slot('message');
        return {
          decode: (block: FrameBlock, out: BatchBuilder) => {
            for (let frame = 0; frame < block.count; frame++) {
              if ((block.flags(frame) & 8) !== 0) continue;
              const offset = block.offset(frame);
              if (block.bytes[offset] === 33) {
                out.reject(frame, 'DECODE_TOY', {});
                continue;
              }
              out.begin(frame);
              out.span(message, offset, block.length(frame), cellTags.text);
            }
          },
        };
      },
    },
  };
  const port = (id: string, kind: string) => ({ id, kind });
  const actions: Record<string, unknown> = {
    /** Lines that contain `word` go to `yes`, others to `no`. */
    choose: {
      definition: {
        config: anything(),
        ports: () => [port('yes', 'choosing'), port('no', 'choosing'), port('error', 'error')],
        state: 'none',
      },
      runtime: {
        compile: (config: { word: string }, ctx: CompileContext) => {
          const slot = ctx.slots.slot('message');
          const yes = ctx.port('yes');
          const no = ctx.port('no');
          return {
            step: (view: BatchView, out: StepOutput) => {
              for (let i = 0; i < view.count; i++) out.to(view.text(view.rows[i]!, slot)!.includes(config.word) ? yes : no, view.rows[i]!);
            },
          };
        },
      },
    },
    /** Puts `mark` before the line; refuses lines with `bad` (with `digits` too: it expected some), doubles lines with `twin`. */
    mark: {
      definition: { config: anything(), ports: () => [port('default', 'plain'), port('error', 'error')], state: 'none' },
      runtime: {
        compile: (config: { mark: string }, ctx: CompileContext) => {
          const slot = ctx.slots.slot('message');
          const next = ctx.port('default');
          return {
            step: (view: BatchView, out: StepOutput) => {
              for (let i = 0; i < view.count; i++) {
                const row = view.rows[i]!;
                const text = view.text(row, slot)!;
                if (text.includes('bad')) {
                  out.reject(row, 'TOY_BAD', text.includes('digits') ? { expected: expecting('EXPECTED_DIGITS') } : undefined);
                  continue;
                }
                view.setText(row, slot, config.mark + text);
                out.to(next, row);
                if (text.includes('twin')) out.to(next, view.addRow(row));
              }
            },
          };
        },
      },
    },
    /** Takes its time over each event. */
    slow: {
      definition: { config: anything(), ports: () => [port('default', 'plain')], state: 'none' },
      runtime: {
        compile: (config: { rounds: number }, ctx: CompileContext) => ({
          step: (view: BatchView, out: StepOutput) => {
            let sum = 0;
            for (let round = 0; round < view.count * config.rounds; round++) sum += Math.sqrt(round);
            if (sum >= 0) out.all(ctx.port('default'));
          },
        }),
      },
    },
    /** Puts the first byte of the lookup's table before the line. */
    look: {
      definition: { config: anything(), ports: () => [port('default', 'plain'), port('error', 'error')], state: 'none' },
      runtime: {
        compile: (config: { lookup: string; version?: number }, ctx: CompileContext) => {
          const slot = ctx.slots.slot('message');
          const handle = ctx.lookup(config.lookup, config.version);
          return {
            step: (view: BatchView, out: StepOutput) => {
              const mark = new Uint8Array(handle.block())[0]!;
              for (const row of view.rows.subarray(0, view.count)) view.setText(row, slot, `${mark} ${view.text(row, slot)!}`);
              out.all(ctx.port('default'));
            },
          };
        },
      },
    },
    /** Numbers lines; its state must survive. */
    number: {
      definition: { config: anything(), ports: () => [port('default', 'plain')], state: 'keyed' },
      runtime: {
        compile: (_config: unknown, ctx: CompileContext) => {
          let next = ctx.restored ? Number(Buffer.from(ctx.restored).toString()) : 1;
          const slot = ctx.slots.slot('message');
          return {
            step: (view: BatchView, out: StepOutput) => {
              for (let i = 0; i < view.count; i++) view.setText(view.rows[i]!, slot, `${next++}:${view.text(view.rows[i]!, slot)!}`);
              out.all(ctx.port('default'));
            },
            snapshot: () => Buffer.from(String(next)),
          };
        },
      },
    },
    /** Lets the first line of each key (what stands before `#`) pass; its state must survive. */
    once: {
      definition: { config: anything(), ports: () => [port('default', 'choosing')], state: 'keyed' },
      runtime: {
        compile: (_config: unknown, ctx: CompileContext) => {
          const seen = new Set<string>(ctx.restored ? (JSON.parse(Buffer.from(ctx.restored).toString()) as string[]) : []);
          const slot = ctx.slots.slot('message');
          return {
            step: (view: BatchView, out: StepOutput) => {
              for (let i = 0; i < view.count; i++) {
                const row = view.rows[i]!;
                const key = view.text(row, slot)!.split('#')[0]!;
                if (seen.has(key)) out.filtered(row, 'duplicate');
                else out.to(ctx.port('default'), row);
                seen.add(key);
              }
            },
            snapshot: () => Buffer.from(JSON.stringify([...seen])),
          };
        },
      },
    },
    /** Lists lines by key and window; its state and what it made must survive. */
    tally: {
      definition: { config: anything(), ports: () => [port('default', 'plain'), port('error', 'error')], state: 'keyed' },
      runtime: { compile: compileTally },
    },
    /** Is compiled only by luck. */
    broken: {
      definition: { config: anything(), ports: () => [port('default', 'plain')], state: 'none' },
      runtime: {
        compile: () => {
          throw new Error('cannot');
        },
      },
    },
  };
  const datasink = {
    definition: {
      kind: 'datasink',
      creation: anything(),
      node: anything({ order: 'none' }),
      ports: () => [port('error', 'error')],
      order: 'none',
    },
    runtime: {
      batching: (creation: ToyCreation, node: { order: 'none' | 'strict' }): DatasinkBatching => ({
        maxEvents: 100,
        maxBytes: 1 << 20,
        maxWaitMs: 1,
        order: node.order,
        concurrency: node.order === 'strict' ? 1 : 4,
        retry: { giveUpAfterMs: 0, firstWaitMs: 1, maxWaitMs: 4 },
        whenFull: 'wait',
        pauseOnError: true,
        ...wire.batching(creation),
      }),
      probe: async () => undefined,
      open: async (
        creation: ToyCreation,
        _node: unknown,
        ctx: { slots: BatchView['slots']; checkpoint: string | undefined },
      ): Promise<OpenDatasink> => {
        await wire.open(creation.name, ctx.checkpoint);
        const slot = ctx.slots.slot('message');
        let isOpen = true;
        return {
          encode: (view, row, out) => {
            const text = view.text(row, slot);
            if (text?.includes('unspeakable')) out.reject('TOY_UNSPEAKABLE');
            else {
              out.text(text ?? `?${view.id(row)}`);
              out.commit();
            }
          },
          send: async (batch, signal) => {
            if (signal.aborted) throw new Disconnected('TOY_ABORTED');
            const lines = Array.from({ length: batch.count }, (_, i) =>
              Buffer.from(batch.bytes.subarray(batch.offsets[i], batch.offsets[i + 1])).toString(),
            );
            return unlessAborted(wire.send(creation.name, batch, lines, signal), signal);
          },
          close: async () => {
            if (isOpen) wire.close?.(creation.name);
            isOpen = false;
          },
        };
      },
    },
  };
  const components = {
    listener: (id: string) => (id === 'toy' ? listener : undefined),
    action: (id: string) => actions[id],
    datasink: (id: string) => (id === 'toy' ? datasink : undefined),
  } as unknown as Components;
  return { components, peer };
}
