import { basename } from 'node:path';
import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';
import type { BatchView, Row } from '@acequia/batch';
import { durationMs, rootNamed, sizeBytes } from '@acequia/component-sdk/definition';
import {
  Disconnected,
  FileShare,
  Misconfigured,
  type DatasinkContext,
  type DatasinkRuntime,
  type EncodedBatch,
  type OpenDatasink,
  type RuntimeContext,
  type SendReport,
} from '@acequia/component-sdk/runtime';
import { access, constants, stat } from 'node:fs/promises';
import { compileText, isConstantText } from '../../fields/text-template.ts';
import { batchingOf } from '../../encoding/common-fields.ts';
import { rejectingFaults } from '../../encoding/reject-faults.ts';
import { compileRecordEncoder, csvHeader } from '../../encoding/record-encoder.ts';
import { compileRowsEncoder } from '../../encoding/rows-encoder.ts';
import type { FileCreation, FileNode } from './config.ts';
import { deliveryErrorOf } from './file-errors.ts';
import { FileStore } from './file-store.ts';
import { recordEnd, renderRecords, tailOf } from './render-records.ts';
import { oldNames } from './old-names.ts';
import { shownPath, usablePath, withoutLeadingDots } from './usable-path.ts';

const compressors = { none: undefined, gzip: promisify(gzip), zstd: promisify(zstdCompress) };
/** How long is waited between two looks at a file that another run holds. */
const pauseMs = 20;
const endings = { none: '', gzip: '.gz', zstd: '.zst' };

/**
 * Writes batches to files below a folder of the operator's list. Delivered = written, and with `fsync` on the disk. Every
 * packed batch is a member of its own, so a file is readable after each of them.
 */
export const fileRuntime: DatasinkRuntime<FileCreation, FileNode> = {
  open: openFiles,
  probe: async (creation, ctx) => {
    await checkRoot(rootOf(creation, ctx));
  },
  batching: (creation, node) => ({ ...batchingOf(creation.retry, node, { order: 'group', concurrency: 1 }), checkpoints: true }),
};

async function openFiles(creation: FileCreation, node: FileNode, ctx: DatasinkContext): Promise<OpenDatasink> {
  const root = rootOf(creation, ctx);
  const encode = compileRecordEncoder(node, ctx);
  const path = compileText(withoutLeadingDots(node.path), ctx, 'plain');
  const ending = endings[node.compression];
  const pack = compressors[node.compression];
  const header = csvHeader(node);
  const lineEnd = recordEnd(node.format, node.content);
  const rowsEncoder = compileRowsEncoder(node, ctx, lineEnd);
  const fixedPath = isConstantText(node.path);
  /** A running version may hold the file of this name. */
  const own = ctx.replay === undefined ? '' : `.${ctx.replay}`;
  let fixed: string | undefined;
  let store: Promise<FileStore> | undefined;
  /** Sends that have not ended. */
  let underWay: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  const openStore = async (): Promise<FileStore> => {
    await checkRoot(root);
    const tail = tailOf(node.format, node.content);
    return FileStore.open(
      {
        root,
        roots: [...new Set([root, ...Object.values(ctx.fileRoots ?? {})])],
        tenantId: ctx.branch.tenantId,
        mode: Number.parseInt(creation.mode, 8),
        sync: creation.sync === 'fsync',
        limits: { maxBytes: sizeBytes(node.maxSize), everyMs: durationMs(node.every), keepFiles: node.keepFiles, keepDays: node.keepDays },
        openFiles: node.openFiles,
        share: ctx.fileShare ?? new FileShare(node.openFiles + 1),
        tail: pack === undefined || tail.length === 0 ? tail : await pack(tail),
        now: () => ctx.clock.now(),
        pause: () => ctx.clock.sleep(pauseMs),
        run: ctx.branch.id,
        pipelineId: ctx.branch.pipelineId,
        mayName: oldNames(node.path, own, ending),
        log: ctx.log,
      },
      ctx.checkpoint,
    );
  };

  // What the run holds since a crash is settled now: another run may wait for it, and an event may never come.
  if (ctx.checkpoint !== undefined) {
    const files = await openStore().catch((error: unknown) => {
      throw deliveryErrorOf(error, []);
    });
    store = Promise.resolve(files);
  }

  /** Path of the event's file; undefined when it cannot be used. */
  const targetOf = (view: BatchView, row: Row): string | undefined => {
    if (fixed !== undefined) return fixed;
    const clean = usablePath(path(view, row));
    if (clean === undefined) return undefined;
    const target = usablePath((clean.endsWith(ending) ? clean.slice(0, clean.length - ending.length) : clean) + own + ending);
    if (fixedPath) fixed = target;
    return target;
  };

  const write = async (batch: EncodedBatch, signal: AbortSignal): Promise<SendReport> => {
    const records = (): number[] => [...Array(batch.count).keys()];
    try {
      store ??= openStore();
      const opening = store;
      const files = await opening.catch((error: unknown) => {
        if (store === opening) store = undefined;
        throw error;
      });
      const render = async (fresh: boolean) => {
        const plain = renderRecords(batch, node.format, node.content, fresh ? header : undefined, fresh);
        return pack === undefined ? plain : pack(plain);
      };
      const { bytes, checkpoint } = await files.append(batch.group, batch.bytes.length, records, render, signal);
      return { checkpoint, wireBytes: bytes };
    } catch (error) {
      throw deliveryErrorOf(error, records(), batch.group);
    }
  };

  return {
    encode: rejectingFaults((view, row, out) => {
      const record = encode(view, row);
      const target = targetOf(view, row);
      if (record === undefined) return out.reject('DELIVERY_NO_TEXT');
      if (target === undefined) return out.reject('DELIVERY_PATH', { message: shownPath(path(view, row)) });
      out.text(record + lineEnd);
      out.commit(target);
    }),
    ...(rowsEncoder && fixedPath
      ? {
          encodeRows: (view, from, to) => {
            const group = targetOf(view, view.rows[from]!);
            const rows = group === undefined ? undefined : rowsEncoder.encode(view, from, to);
            return group === undefined || rows === undefined ? undefined : { rows, group };
          },
        }
      : {}),
    releasesBytes: true,
    send: (batch, signal) => {
      if (closing !== undefined) return Promise.reject(new Disconnected('DELIVERY_CONNECTION_CLOSED'));
      const sending = write(batch, signal);
      underWay = Promise.allSettled([underWay, sending]);
      return sending;
    },
    committed: (checkpoint) => {
      void store?.then((files) => files.committed(checkpoint)).catch(() => undefined);
    },
    close: () => {
      closing ??= underWay.then(async () => (await store?.catch(() => undefined))?.close());
      return closing;
    },
  };
}

function rootOf(creation: FileCreation, ctx: RuntimeContext): string {
  const root = rootNamed(ctx.fileRoots ?? {}, creation.root);
  if (root === undefined) throw new Misconfigured('DELIVERY_FILE_ROOT', { message: basename(creation.root) });
  return root;
}

async function checkRoot(root: string): Promise<void> {
  try {
    if (!(await stat(root)).isDirectory()) throw new Misconfigured('DELIVERY_FILE_ROOT', { message: basename(root) });
    await access(root, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw deliveryErrorOf(error, []);
  }
}
