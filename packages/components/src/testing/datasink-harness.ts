import { createSlotTable, type BatchView, type Kernels } from '@acequia/batch';
import { silentLog, systemClock, type Clock } from '@acequia/base';
import type { DatasinkDefinition } from '@acequia/component-sdk/definition';
import { parseConfig } from '@acequia/component-sdk/definition';
import type { DatasinkContext, DatasinkRuntime, DeliveryDetail, EncodedBatch, OpenDatasink } from '@acequia/component-sdk/runtime';
import { viewOf, type TestEvent } from './event-view.ts';

export interface TestRecord {
  readonly bytes: Buffer;
  readonly group: string;
  readonly context: unknown;
}

export interface DatasinkOptions {
  readonly checkpoint?: string;
  readonly clock?: Clock;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly fileRoots?: Readonly<Record<string, string>>;
  readonly egress?: DatasinkContext['egress'];
  readonly replay?: string;
  readonly kernels?: Kernels;
  /** Default: one that no other has. */
  readonly branchId?: string;
  readonly tenantId?: string;
}

export interface TestDatasink {
  readonly open: OpenDatasink;
  readonly ctx: DatasinkContext;
  /** Batches of the events, one per group, in order of first appearance; and what encoding refused. */
  encode(events: readonly TestEvent[]): {
    readonly batches: readonly EncodedBatch[];
    readonly rejected: readonly string[];
    /** What `rejected` says of each. */
    readonly messages: readonly (string | undefined)[];
    readonly view: BatchView;
  };
}

let opened = 0;

/** Opens a datasink with configurations as a user writes them. Fails on one the form would refuse. */
export async function openDatasink<C, N>(
  definition: DatasinkDefinition,
  runtime: DatasinkRuntime<C, N>,
  creation: unknown,
  node: unknown,
  options: DatasinkOptions = {},
): Promise<TestDatasink> {
  const parsedCreation = parseConfig(definition.creation, creation);
  const parsedNode = parseConfig(definition.node, node);
  if (!parsedCreation.ok || !parsedNode.ok) throw new Error(`refused: ${JSON.stringify([parsedCreation, parsedNode])}`);
  const slots = createSlotTable();
  opened += 1;
  const seed = opened;
  const ctx: DatasinkContext = {
    slots,
    clock: options.clock ?? systemClock,
    log: silentLog,
    random: { bytes: (n) => new Uint8Array(n).map((_, i) => (seed * 37 + i) % 256) },
    secret: (reference) => options.secrets?.[reference] ?? 'secret',
    egress: options.egress ?? { mode: 'open', allowed: [] },
    checkpoint: options.checkpoint,
    branch: { tenantId: options.tenantId ?? 't', pipelineId: 'PL_1', node: 'n9', id: options.branchId ?? `branch${seed}` },
    ...(options.fileRoots === undefined ? {} : { fileRoots: options.fileRoots }),
    ...(options.kernels === undefined ? {} : { kernels: options.kernels }),
    ...(options.replay === undefined ? {} : { replay: options.replay }),
  };
  const open = await runtime.open(parsedCreation.value as C, parsedNode.value as N, ctx);
  return {
    open,
    ctx,
    encode: (events) => {
      const view = viewOf(events, slots);
      const groups = new Map<string, TestRecord[]>();
      const rejected: string[] = [];
      const messages: (string | undefined)[] = [];
      for (let i = 0; i < view.count; i += 1) {
        const parts: Uint8Array[] = [];
        open.encode(view, view.rows[i]!, {
          bytes: (bytes) => void parts.push(Uint8Array.from(bytes)),
          text: (text) => void parts.push(Buffer.from(text)),
          byte: (value) => void parts.push(Uint8Array.of(value)),
          commit: (group = '', context) => {
            const record: TestRecord = { bytes: Buffer.concat(parts), group, context };
            const known = groups.get(group);
            if (known === undefined) groups.set(group, [record]);
            else known.push(record);
          },
          reject: (code: string, detail?: DeliveryDetail) => {
            rejected.push(code);
            messages.push(detail?.message);
          },
        });
      }
      return { batches: [...groups.values()].map(batchOf), rejected, messages, view };
    },
  };
}

/** One batch of records, as the engine hands it to `send`. */
export function batchOf(records: readonly TestRecord[]): EncodedBatch {
  const offsets = new Uint32Array(records.length + 1);
  for (const [i, record] of records.entries()) offsets[i + 1] = offsets[i]! + record.bytes.length;
  return {
    bytes: Buffer.concat(records.map((record) => record.bytes)),
    offsets,
    count: records.length,
    group: records[0]!.group,
    context: records[0]!.context,
    idempotencyKey: 'c0ffee'.padEnd(32, '0'),
  };
}
