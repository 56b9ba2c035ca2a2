import { KiB } from '@acequia/base';
import { JournalFailed, JournalFull } from '../errors.ts';
import type {
  AppendGroup,
  AppendReceipt,
  BlockInput,
  CommitLog,
  CommitValue,
  JournalStreams,
  Position,
  StoredBlock,
  StreamName,
  StreamSpan,
  StreamUsage,
} from '../journal.ts';
import type { StreamsPort, StreamsReply, StreamsRequest, StreamsSnapshot } from './messages.ts';
import { StreamMirror } from './stream-mirror.ts';

/** Payloads from here on go over in shared memory, from which the journal writes them. */
const sharedFromBytes = 4 * KiB;

interface Waiting {
  readonly resolve: (reply: Extract<StreamsReply, { ok: true }>) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Streams of a journal that another thread holds. What a call asks without waiting is answered from a mirror: of the commit
 * log, what the snapshots held and what was committed here; of each stream, its head as told or appended here. So there must
 * be one user of a key and of a stream's end at a time. `usage` is an estimate between two commits.
 */
export class RemoteStreams implements JournalStreams {
  readonly generation: number;
  readonly logNumber: number;
  readonly commits: CommitLog;
  readonly #port: StreamsPort<StreamsReply>;
  readonly #streams = new Map<StreamName, StreamMirror>();
  readonly #values = new Map<string, CommitValue>();
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;
  #closed = false;

  constructor(port: StreamsPort<StreamsReply>, snapshot: StreamsSnapshot) {
    this.#port = port;
    this.generation = snapshot.generation;
    this.logNumber = snapshot.logNumber;
    this.adopt(snapshot);
    this.commits = {
      commit: (changes) => this.#commit(changes),
      get: (key) => this.#values.get(key),
      keys: (prefix) => [...this.#values.keys()].filter((key) => key.startsWith(prefix)),
    };
    port.on('message', (reply: StreamsReply) => this.#settle(reply));
    port.on('close', () => this.#close());
  }

  /** Takes over streams and keys that others have used until now. */
  adopt({ usages, commits }: Pick<StreamsSnapshot, 'usages' | 'commits'>): void {
    for (const [stream, usage] of usages) this.#streams.set(stream, new StreamMirror(usage));
    for (const [key, value] of commits) this.#values.set(key, value);
  }

  /** Others use these streams and keys from now on: what is known of them here would not be true for long. */
  letGo({ streams, keys }: { readonly streams: readonly StreamName[]; readonly keys: readonly string[] }): void {
    for (const stream of streams) this.#streams.delete(stream);
    for (const key of keys) this.#values.delete(key);
  }

  /** The journal has got more of a stream: `bytes` in blocks before `head`. */
  grown(stream: StreamName, head: number, bytes: number): void {
    this.#mirror(stream).grown(head, bytes);
  }

  async append(group: AppendGroup): Promise<AppendReceipt> {
    const transfer: ArrayBuffer[] = [];
    const blocks = group.blocks.map((block) => portable(block, transfer));
    const { result, usages } = await this.#ask((call) => ({ kind: 'append', call, group: { ...group, blocks } }), transfer);
    const receipt = result as AppendReceipt;
    for (const { stream, block } of receipt.blocks) this.#mirror(stream).grown(block + 1, 0);
    this.#refresh(usages);
    return receipt;
  }

  async read(stream: StreamName, from: Position, maxBytes: number): Promise<readonly StoredBlock[]> {
    const { result } = await this.#ask((call) => ({ kind: 'read', call, stream, from, maxBytes }));
    return result as readonly StoredBlock[];
  }

  async span(stream: StreamName, fromMs: number, toMs: number): Promise<StreamSpan> {
    const { result } = await this.#ask((call) => ({ kind: 'span', call, stream, fromMs, toMs }));
    return result as StreamSpan;
  }

  head(stream: StreamName): Position {
    return this.usage(stream).head;
  }

  tail(stream: StreamName): Position {
    return this.usage(stream).tail;
  }

  trim(stream: StreamName, before: Position): void {
    this.#streams.get(stream)?.trim(before);
    this.#send({ kind: 'trim', stream, before });
  }

  drop(stream: StreamName): void {
    this.#streams.get(stream)?.drop();
    this.#send({ kind: 'drop', stream });
  }

  streams(): readonly StreamName[] {
    return [...this.#streams].filter(([, mirror]) => !mirror.dropped).map(([stream]) => stream);
  }

  usage(stream: StreamName): StreamUsage {
    return (this.#streams.get(stream) ?? new StreamMirror()).usage;
  }

  async #commit(changes: ReadonlyMap<string, CommitValue | null>): Promise<void> {
    const copy = structuredClone(changes);
    const { usages } = await this.#ask((call) => ({ kind: 'commit', call, changes: copy }));
    this.#refresh(usages);
    for (const [key, value] of copy) {
      if (value === null) this.#values.delete(key);
      else this.#values.set(key, value);
    }
  }

  #ask(request: (call: number) => StreamsRequest, transfer: readonly ArrayBuffer[] = []): Promise<Extract<StreamsReply, { ok: true }>> {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      if (this.#closed) {
        reject(new JournalFailed('the journal is closed'));
        return;
      }
      this.#waiting.set(call, { resolve, reject });
      this.#send(request(call), transfer);
    });
  }

  #send(request: StreamsRequest, transfer: readonly ArrayBuffer[] = []): void {
    if (!this.#closed) this.#port.postMessage(request, transfer);
  }

  #settle(reply: StreamsReply): void {
    const waiting = this.#waiting.get(reply.call);
    this.#waiting.delete(reply.call);
    if (reply.ok) waiting?.resolve(reply);
    else waiting?.reject(reply.name === 'JournalFull' ? new JournalFull(reply.message) : new JournalFailed(reply.message));
  }

  #refresh(usages: StreamsSnapshot['usages']): void {
    for (const [stream, usage] of usages) this.#mirror(stream).refresh(usage);
  }

  #mirror(stream: StreamName): StreamMirror {
    let mirror = this.#streams.get(stream);
    if (!mirror) this.#streams.set(stream, (mirror = new StreamMirror()));
    return mirror;
  }

  #close(): void {
    this.#closed = true;
    for (const { reject } of this.#waiting.values()) reject(new JournalFailed('the journal is closed'));
    this.#waiting.clear();
  }
}

/** The block in memory that may go to another thread; what is not shared is copied first. */
function portable(block: BlockInput, transfer: ArrayBuffer[]): BlockInput {
  const frames = block.frames.slice(0, block.frameCount * 5);
  transfer.push(frames.buffer as ArrayBuffer);
  if (block.bytes.buffer instanceof SharedArrayBuffer) return { ...block, frames };
  const shared = block.bytes.length >= sharedFromBytes;
  const memory = shared ? new SharedArrayBuffer(block.bytes.length) : new ArrayBuffer(block.bytes.length);
  const bytes = new Uint8Array(memory);
  bytes.set(block.bytes);
  if (memory instanceof ArrayBuffer) transfer.push(memory);
  return { ...block, frames, bytes };
}
