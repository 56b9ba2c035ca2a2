import { secondMs, type Clock } from '@acequia/base';
import { JournalFailed } from '../errors.ts';
import type { Journal, StoredBlock, StreamName } from '../journal.ts';
import type { StreamsPort, StreamsReply, StreamsRequest, StreamsResult, StreamsSnapshot } from './messages.ts';

type Call = Exclude<StreamsRequest, { kind: 'trim' | 'drop' }>;

export interface StreamsServer {
  /** What the other thread needs to begin with these streams and keys. */
  snapshot(streams: readonly StreamName[], keys: readonly string[]): StreamsSnapshot;
  /** Resolves when nothing asked for is under way. */
  idle(): Promise<void>;
  /** Resolves when the port is closed and everything asked for through it has been done. */
  readonly ended: Promise<void>;
}

/** With a commit's answer go the figures of all its thread's streams, at most this often. */
const usagesEveryMs = secondMs / 2;

/** Does for `RemoteStreams` at the other end of the port what it asks, until the port is closed. */
export function serveStreams(journal: Journal, port: StreamsPort<StreamsRequest>, clock: Clock): StreamsServer {
  const underWay = new Set<Promise<void>>();
  const used = new Set<StreamName>();
  let toldMs = Number.NEGATIVE_INFINITY;
  const usagesOf = (streams: Iterable<StreamName>): StreamsSnapshot['usages'] =>
    [...streams].map((stream) => [stream, journal.usage(stream)] as const);

  const work = async (request: Call): Promise<{ result: StreamsResult; usages: StreamsSnapshot['usages'] }> => {
    switch (request.kind) {
      case 'append': {
        const result = await journal.append(request.group);
        const streams = new Set(result.blocks.map(({ stream }) => stream));
        for (const stream of streams) used.add(stream);
        return { result, usages: usagesOf(streams) };
      }
      case 'read':
        used.add(request.stream);
        return { result: portable(await journal.read(request.stream, request.from, request.maxBytes)), usages: [] };
      case 'span':
        return { result: await journal.span(request.stream, request.fromMs, request.toMs), usages: [] };
      case 'commit': {
        await journal.commits.commit(request.changes);
        if (clock.monotonic() - toldMs < usagesEveryMs) return { result: undefined, usages: [] };
        toldMs = clock.monotonic();
        return { result: undefined, usages: usagesOf(used) };
      }
    }
  };

  const answer = async (request: Call): Promise<void> => {
    const { call } = request;
    try {
      post({ call, ok: true, ...(await work(request)) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new JournalFailed(String(error));
      post({ call, ok: false, name, message });
    }
  };
  const post = (reply: StreamsReply): void => port.postMessage(reply);

  const ended = new Promise<void>((resolve) => {
    port.on('close', () => void Promise.all(underWay).then(() => resolve()));
  });
  port.on('message', (request: StreamsRequest) => {
    if (request.kind === 'trim') journal.trim(request.stream, request.before);
    else if (request.kind === 'drop') {
      used.delete(request.stream);
      journal.drop(request.stream);
    } else {
      const one = answer(request).finally(() => underWay.delete(one));
      underWay.add(one);
    }
  });
  return {
    snapshot(streams, keys) {
      for (const stream of streams) used.add(stream);
      const commits = keys.flatMap((key) => {
        const value = journal.commits.get(key);
        return value === undefined ? [] : [[key, value] as const];
      });
      return { generation: journal.generation, logNumber: journal.logNumber, usages: usagesOf(streams), commits };
    },
    ended,
    idle: async () => void (await Promise.all(underWay)),
  };
}

/** Blocks whose payloads lie together in shared memory. */
function portable(blocks: readonly StoredBlock[]): readonly StoredBlock[] {
  const memory = new SharedArrayBuffer(blocks.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let at = 0;
  return blocks.map((block) => {
    const bytes = new Uint8Array(memory, at, block.bytes.length);
    bytes.set(block.bytes);
    at += bytes.length;
    return { ...block, bytes, frames: block.frames.slice(0, block.frameCount * 5) };
  });
}
