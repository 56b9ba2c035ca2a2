import { randomBytes } from 'node:crypto';
import { createBatchBuilder, createSlotTable, frameBlock, type FrameMeta } from '@acequia/batch';
import { silentLog, systemClock, type Clock } from '@acequia/base';
import { namedReadRoots } from '@acequia/component-sdk/definition';
import { Misconfigured, type FrameDecoder, type ListenerContext } from '@acequia/component-sdk/runtime';
import { Float, Json, List, Timestamp, type FieldValue } from '@acequia/event';
import { FakeIntake } from '@acequia/testkit';

export interface Harness {
  readonly ctx: ListenerContext;
  readonly intake: FakeIntake;
  readonly abort: AbortController;
}

export function listenerHarness(
  options: {
    readonly intake?: FakeIntake;
    readonly secrets?: Readonly<Record<string, string>>;
    readonly clock?: Clock;
    readonly readRoots?: readonly string[];
  } = {},
): Harness {
  const intake = options.intake ?? new FakeIntake();
  const abort = new AbortController();
  const ctx: ListenerContext = {
    tenantId: 't1',
    intake,
    signal: abort.signal,
    clock: options.clock ?? systemClock,
    random: { bytes: (n) => randomBytes(n) },
    log: silentLog,
    egress: { mode: 'open', allowed: [] },
    readRoots: namedReadRoots(options.readRoots ?? ['/'], 't1'),
    secret(reference) {
      const value = options.secrets?.[reference];
      if (value === undefined) throw new Misconfigured('SECRET_UNAVAILABLE');
      return value;
    },
  };
  return { ctx, intake, abort };
}

export interface DecodedRow {
  readonly fields: Record<string, unknown>;
  readonly flags: readonly string[];
  readonly time: bigint | undefined;
  readonly raw: string | undefined;
}

/** Runs a decoder over frames as one block; values in a form `toEqual` compares. */
export function decodeFrames(
  decoderOf: (slots: ReturnType<typeof createSlotTable>) => FrameDecoder,
  frames: readonly { readonly bytes: Uint8Array; readonly meta: FrameMeta; readonly flags?: number }[],
): { readonly events: DecodedRow[]; readonly rejected: DecodedRow[]; readonly empty: number } {
  const slots = createSlotTable();
  const table = new Uint32Array(frames.length * 5);
  const metas: string[] = [];
  let offset = 0;
  for (const [index, { bytes, meta, flags }] of frames.entries()) {
    table.set([offset, bytes.length, index, flags ?? 0, bytes.length], index * 5);
    metas.push(JSON.stringify(meta.position === undefined ? meta : { ...meta, position: meta.position - offset }));
    offset += bytes.length;
  }
  const block = frameBlock({
    bytes: Buffer.concat(frames.map((frame) => frame.bytes)),
    frames: table,
    frameCount: frames.length,
    meta: metas,
    codec: 1,
  });
  const builder = createBatchBuilder({
    slots,
    block,
    nowMs: 0,
    envelope: {
      tenantId: 't',
      listenerId: 'LI_1',
      listenerName: 'edge',
      listenerType: 'test',
      cluster: 'main',
      worker: 'w1',
      origin: '1-1-1',
    },
  });
  decoderOf(slots).decode(block, builder);
  const built = builder.finish();
  const rowsOf = (view: typeof built.events): DecodedRow[] =>
    Array.from(view.rows.subarray(0, view.count), (row) => {
      const fields: Record<string, unknown> = {};
      view.forEachField(row, (name, _, read) => (fields[name] = plain(read())));
      const flags = view.value(row, slots.slot('_flags'));
      const error = view.value(row, slots.slot('_error'));
      if (error instanceof Json) fields['_error'] = (JSON.parse(error.text) as { code: string }).code;
      return {
        fields,
        flags: flags instanceof List ? (flags.items as string[]) : [],
        time: view.time(row, slots.slot('_time')),
        raw: view.text(row, slots.slot('_raw')),
      };
    });
  return { events: rowsOf(built.events), rejected: rowsOf(built.rejected), empty: built.empty };
}

function plain(value: FieldValue): unknown {
  if (value instanceof Float) return value.value;
  if (value instanceof Timestamp) return value.ns;
  if (value instanceof Json) return JSON.parse(value.text) as unknown;
  if (value instanceof List) return value.items.map((item) => plain(item));
  return value;
}
