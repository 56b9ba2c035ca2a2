import type { Clock, Log, Random, RefusalCount } from '@acequia/base';
import type { BatchBuilder, BatchView, EncodedRows, FrameBlock, FrameMeta, Kernels, MadeEvent, Row, Slot, SlotTable } from '@acequia/batch';
import type { Expected, FieldValue } from '@acequia/event';
import type { DeliveryDetail } from './delivery-errors.ts';
import type { FileShare } from './file-share.ts';

/** What every runtime gets. It reads time, randomness, secrets and the network through nothing else. */
export interface RuntimeContext {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Plain value of a secret reference (`SE_…`); throws `Misconfigured('SECRET_UNAVAILABLE')` when missing, inactive or expired. */
  secret(reference: string): string;
  /** Decides about an outgoing connection; see wire's egress guard. */
  readonly egress: EgressPolicy;
  /** Folders of this worker that datasinks may write to, by the name the operator gave them; absolute paths. */
  readonly fileRoots?: Readonly<Record<string, string>>;
  /** Of all on this thread that keep files open for long. */
  readonly fileShare?: FileShare;
  /** The thread's kernels; without them everything goes row by row. */
  readonly kernels?: Kernels;
  /** Folders of this worker whose files the tenant's listeners may read, by their names (`namedReadRoots`); absolute paths. */
  readonly readRoots?: Readonly<Record<string, string>>;
}

/** Who may be called (catalogue 0.3). Link-local, metadata, multicast and unspecified addresses are refused whatever it says. */
export interface EgressPolicy {
  /** `open`: public and private addresses. `public-only`: public ones and what `allowed` names. `list`: what `allowed` names. */
  readonly mode: 'open' | 'public-only' | 'list';
  /** Hosts (`*.example.com` for all below), addresses and CIDRs; `host:port` and `[cidr]:port` for one port of them. */
  readonly allowed: readonly string[];
  /** False: loopback only where `allowed` names it. Absent: as `mode` says. */
  readonly loopback?: boolean | undefined;
  /** The installation's own doors, `host:port`; `local:port` for every address of this machine. Refused, also when allowed. */
  readonly own?: readonly string[] | undefined;
}

// ── listeners ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ListenerRuntime<C> {
  /**
   * Opens the port or source; resolves once events can arrive. Throws `Disconnected` with the reason when a later attempt may succeed
   * by itself (`PORT_IN_USE` …; the engine tries again soon), `Misconfigured` when a person must act (`PORT_DENIED` …).
   */
  start(config: C, ctx: ListenerContext): Promise<RunningListener>;
  /** The other half, in a lane: frames to events. Never throws for bad data. */
  decoder(config: C, ctx: DecoderContext): FrameDecoder;
  /**
   * One message of a client (a body, a request), cut into frames as on arrival, for samples that a person gives. Absent: a message is
   * one frame. Never throws for bad data.
   */
  cut?(config: C, message: Uint8Array, limits: MessageLimits): CutMessage;
}

/** What the intake lets through. */
export type MessageLimits = Pick<Intake, 'maxEventBytes' | 'onOversize'>;

/** A body for the intake, with the facts of its protocol that the decoder reads. */
export interface CutMessage extends Omit<IntakeBody, 'meta' | 'idempotencyKey'> {
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ListenerContext extends RuntimeContext {
  /** Whose it is: what a worker has for all is shared out by tenant. */
  readonly tenantId: string;
  readonly intake: Intake;
  /** Aborted when the listener must stop at once; `stop()` comes first and has 10 s. */
  readonly signal: AbortSignal;
}

export interface RunningListener {
  /** Sockets bound, as bound (port 0 resolved). */
  readonly addresses: readonly { readonly protocol: 'tcp' | 'udp'; readonly host: string; readonly port: number }[];
  /** Stop accepting, finish complete frames, flush, close. Idempotent. */
  stop(): Promise<void>;
  /** A secret of its configuration has a new value: taken over by new connections, open ports stay open. */
  secretsChanged?(): void;
  /** What goes wrong while the rest goes on (a file that may not be read); undefined: nothing. For the card, not an end. */
  problem?(): { readonly code: string; readonly message?: string } | undefined;
  /** Whom it turned away within the last hour, the most frequent reason first; undefined: nobody. */
  refusals?(): readonly RefusalCount[] | undefined;
  /** Datagrams lost for want of room, by the kernel or because `offer` refused them; absolute since start. */
  counters?(): { readonly kernelDrops?: number };
}

/** The door into the journal. */
export interface Intake {
  /** A connection or datagram peer; keeps one partition for life, so its frames stay in order. */
  open(): IntakeStream;
  readonly maxEventBytes: number;
  readonly onOversize: 'truncate' | 'split' | 'reject';
  /** What the last `commit` that reached the journal recorded, also before a restart; undefined at first. */
  readonly sourceState: Uint8Array | undefined;
  /** True while the journal is behind or the tenant is over quota: stop reading, or answer busy. */
  readonly busy: false | 'behind' | 'quota';
}

export interface IntakeStream {
  /**
   * Whole frames found in `bytes`: ranges (offset, length) as pairs in `ranges[0 … 2·count)`. Bytes are copied before it
   * returns: hand over a whole chunk at once, neighbouring frames are copied as one piece. Frames over `maxEventBytes` are treated as `onOversize` says.
   * `wireBytes[i]`: true size of a frame the listener already cut (it never holds more than `maxEventBytes` + 1).
   */
  write(bytes: Uint8Array, ranges: Uint32Array, count: number, meta: FrameMeta, wireBytes?: Uint32Array): void;
  /**
   * As `write`, for a sender that cannot be asked to wait (`meta.sourceIp`). False: dropped, because too much of this sender, or of all
   * such senders of the worker, waits for the journal; the listener counts it.
   */
  offer(bytes: Uint8Array, ranges: Uint32Array, count: number, meta: FrameMeta, wireBytes?: Uint32Array): boolean;
  /**
   * Resolves when everything written to the stream before is acknowledged as `durability` and `ackWhen` say. `sourceState`
   * (≤ 64 KiB; one per listener, the last one counts) is kept in one append group with what was written in the same turn:
   * after a crash both are there or neither. Rejects with `IntakeBusy` when that cannot be known any more (stopping, or not delivered in time).
   */
  commit(sourceState?: Uint8Array): Promise<void>;
  /** Undefined: go on reading. Else resolves when reading may go on; a listener that can, stops reading meanwhile. */
  ready(): Promise<void> | undefined;
  /**
   * A body of frames, all or nothing. Resolves when acknowledged as `durability` and `ackWhen` say; rejects with `IntakeBusy`
   * (answer the protocol's "try again"). A known idempotency key resolves at once with `repeated`.
   */
  submit(body: IntakeBody): Promise<IntakeReceipt>;
  /** Counts what never became a frame, with its reason (bad octet count, oversize refused …) and journals the first 64 KiB as a rejected frame. */
  reject(bytes: Uint8Array, code: string, meta: FrameMeta): void;
  /** Counts empty frames. */
  empty(count: number): void;
  close(): void;
}

export interface IntakeBody {
  readonly bytes: Uint8Array;
  /** (offset, length, flags of `frameFlags`) triples. Good elements carry `checked`, refused ones `rejected`. */
  readonly frames: Uint32Array;
  readonly count: number;
  readonly meta: FrameMeta;
  /** Why the element with this index was refused; kept with it and shown in its `_error`. */
  readonly rejectCode?: (index: number) => string | undefined;
  readonly idempotencyKey?: string;
}

export interface IntakeReceipt {
  readonly repeated: boolean;
}

/** The journal cannot take it now. */
export class IntakeBusy extends Error {
  override readonly name = 'IntakeBusy';
  readonly reason: 'behind' | 'quota' | 'stopping' | 'timeout';
  readonly retryAfterMs: number;
  constructor(reason: 'behind' | 'quota' | 'stopping' | 'timeout', retryAfterMs: number) {
    super(reason);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface DecoderContext {
  readonly slots: SlotTable;
  readonly kernels?: Kernels;
}

export interface FrameDecoder {
  /** Decodes all frames of the block in order. Frames flagged `rejected` are handled by the engine and skipped here. */
  decode(block: FrameBlock, out: BatchBuilder): void;
}

// ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ActionRuntime<C> {
  /** Called when a plan is compiled, and again after each change. Throws `Misconfigured` (the node waits). */
  compile(config: C, ctx: CompileContext): Step;
  /** What of a configuration the state hangs on: a version in which it is equal goes on with the state. Absent: all of it. */
  stateKey?(config: C): unknown;
}

export interface CompileContext {
  readonly slots: SlotTable;
  readonly clock: Clock;
  readonly random: Random;
  /** The thread's kernels; without them everything goes row by row. */
  readonly kernels?: Kernels;
  /** Index of an output port, for `StepOutput.to`; -1 when nothing is linked there (the engine still counts). */
  port(id: string): number;
  linked(id: string): boolean;
  secret(reference: string): string;
  /** A lookup of the tenant; without `version` always the version in force. Throws `Misconfigured('LOOKUP_UNAVAILABLE')` when the worker has no table of it. */
  lookup(id: string, version?: number): LookupHandle;
  /** Node id, part of the identity of rows it adds. */
  readonly node: string;
  readonly worker: string;
  readonly cluster: string;
  /** Durable state of a keyed action, restored with the cursor; undefined for the first start. */
  readonly restored?: Uint8Array;
  /** There was state, and it is lost. */
  readonly stateLost?: boolean;
  /** Bytes of memory its state may take, about (catalogue 2.8). It changes as other versions come and go: read it each time. */
  readonly stateBytes: number;
  /** A batch of events made out of state, for `emit`; their ids begin with pipeline and node. */
  makeEvents(receivedMs: number, events: readonly MadeEvent[]): BatchView;
}

/** A way to the tables of one lookup. */
export interface LookupHandle {
  /** The table to use for this batch, for `openTable` of @acequia/lookup; asked at each batch, so a swap takes effect between two. */
  block(): SharedArrayBuffer;
}

/** Whether a condition holds for an event; undefined where it cannot be evaluated. */
export type Verdict = boolean | undefined;

/** A condition as it was checked for one event. */
export interface CheckedCondition {
  /** The port of events that meet it. */
  readonly port: string;
  readonly holds: Verdict;
  /** Of each of its single tests, in the order of the text. */
  readonly tests: readonly Verdict[];
}

export interface Explanation {
  /** In the order they were checked; those behind the one that decided are absent. */
  readonly checked: readonly CheckedCondition[];
  /** The values they read; undefined where one cannot be read. */
  readonly values: readonly { readonly field: string; readonly value: FieldValue | undefined }[];
}

export interface Step {
  /**
   * Handles every selected row exactly once: `to`, `filtered`, `merged`, `expired` or `reject`. A row may go to several
   * ports (a fork). Synchronous, ≤ 10 ms for a batch of usual size.
   */
  step(view: BatchView, out: StepOutput): void;
  /** Actions that choose a port by conditions: how each of them came out for one event, before `step` has seen it. For previews. */
  explain?(view: BatchView, row: Row): Explanation;
  /** Keyed actions: a copy of the state now, for a checkpoint. */
  snapshot?(): Uint8Array;
  /** Keyed actions that make events because time passes. */
  readonly timed?: TimedStep;
  stop?(): void;
}

/** Stream time: time of receipt, the least over the node's partitions, idle ones by the clock (engine decision 18). Never goes back. */
export interface TimedStep {
  /** The stream time at which `advance` would make an event; infinite when nothing waits for time. */
  dueMs(): number;
  /**
   * Every event received before `nowMs` has been through `step`. Called again at once while something is still due: ≤ 10 ms and a few
   * MiB each time.
   */
  advance(nowMs: number, out: StateOutput): void;
  /**
   * The version has ended and nothing goes on with the state: what is open goes out, flagged `partial_window`, and is forgotten. As
   * little at a time as in `advance`. True: there is more, and it is called again once what it made has gone on.
   */
  flush(nowMs: number, out: StateOutput): boolean;
  /** Lets go of the state and makes nothing of it: another version goes on with it, or none can. */
  forget(): void;
}

export interface StateOutput {
  /**
   * Events out of the state. They go on once a checkpoint that holds them, and the state without them, is durable; so a
   * repeat after a crash cannot make other ones. Counted as `created`.
   */
  emit(port: number, events: BatchView | readonly BatchView[]): void;
  /** So many entries of its state were given up before their time because the state was full: counted, no outcome of an event. */
  evicted(count: number): void;
}

/** What the words of a rejection give beside its code. */
export interface RejectDetail {
  /** In the text, in characters from 0. */
  readonly offset?: number;
  readonly expected?: Expected;
  /** A value, a name or a text of the user, as it is. */
  readonly message?: string;
}

export interface StepOutput extends StateOutput {
  to(port: number, row: Row): void;
  /** All selected rows of the view, in order. The fast path. */
  all(port: number): void;
  /** To the error port with `_error`, or the dead letters. */
  reject(row: Row, code: string, detail?: RejectDetail): void;
  /** Ended on purpose: `condition` `sampled` `duplicate` `throttled` `code`. */
  filtered(row: Row, reason: string): void;
  /** Absorbed into another event: `window` `batch` `multiline`. */
  merged(row: Row, reason: string): void;
  /** Came too late: `late`. */
  expired(row: Row, reason: string): void;
}

// ── datasinks ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface DatasinkRuntime<C, N> {
  /** Connects; throws one of the four errors. */
  open(creation: C, node: N, ctx: DatasinkContext): Promise<OpenDatasink>;
  /** Connects and authenticates without writing data; returns, or throws one of the four. */
  probe(creation: C, ctx: RuntimeContext, signal: AbortSignal): Promise<void>;
  /** Batching of the node with its defaults (catalogue 8.1). */
  batching(creation: C, node: N): DatasinkBatching;
}

export interface DatasinkBatching {
  readonly maxEvents: number;
  readonly maxBytes: number;
  readonly maxWaitMs: number;
  /** `group`: each group in its order, one send at a time; the batches of several groups fill beside each other. */
  readonly order: 'none' | 'group' | 'key' | 'strict';
  readonly concurrency: number;
  readonly retry: { readonly giveUpAfterMs: number; readonly firstWaitMs: number; readonly maxWaitMs: number };
  readonly whenFull: 'wait' | 'drop-oldest' | 'drop-newest';
  readonly pauseOnError: boolean;
  /**
   * With `strict` order: so many sends at once. The data sink keeps the order of the calls, on the wire and in its proofs: when
   * one of them throws, all called after it throw as well. Absent: 1.
   */
  readonly pipelined?: number;
  /** Its reports carry checkpoints: one version at a time writes to its place, from the first batch on. */
  readonly checkpoints?: true;
}

export interface DatasinkContext extends RuntimeContext {
  readonly slots: SlotTable;
  /** What the last committed `SendReport.checkpoint` of this branch said; undefined at first. */
  readonly checkpoint: string | undefined;
  /**
   * Of this branch, for names of files and clients. `id` is its alone: the same after a crash, committed before the first
   * batch is sent, and another for each version, replay and worker. Letters and digits.
   */
  readonly branch: { readonly tenantId: string; readonly pipelineId: string; readonly node: string; readonly id: string };
  /** Id of the replay that the branch delivers for, beside the branches of running versions. */
  readonly replay?: string;
}

/**
 * A connection to a destination. The engine promises:
 *
 * - For one node of a pipeline, `open` is not called before `close` of the OpenDatasink before it has resolved; versions that
 *   deliver to one place (those with `checkpoints`, or an order other than `none`) take turns in the same way.
 * - Up to `batching.concurrency` sends at once; where there is an order, `batching.pipelined`, called in that order. When one
 *   of those fails, the signal of the others is aborted and the data sink is closed; what is not proved is sent again in order.
 * - `close` is not called while a `send` of the same OpenDatasink is under way. A send that must end has its signal aborted
 *   first; it should then reject soon, with any error. The engine waits for it however long that takes, and shows that it waits.
 * - Nothing of it is used after `close` was called. A batch that it has encoded may be sent by a later one: what `commit` was
 *   given as `context` must hold plain values only.
 * - The checkpoint at the next `open` is the last one that a `send` reported in this process. After a crash it is the last
 *   one committed, which may be older than several `close` and `open`.
 * - When a process ends with a send that does not end, `close` is not called: that is a crash to the destination.
 */
export interface OpenDatasink {
  /**
   * Encodes one event into `out`, synchronously: exactly one of `commit` (with an optional group: records of different
   * groups never share a batch), `reject` or `route`.
   */
  encode(view: BatchView, row: Row, out: RecordWriter): void;
  /**
   * Encodes the rows `view.rows[from … to − 1]`, or the first of them, at once, to the same bytes as `encode`. Undefined:
   * row by row. Absent: always.
   */
  encodeRows?(
    view: BatchView,
    from: number,
    to: number,
  ): { readonly rows: EncodedRows; readonly group: string; readonly context?: unknown } | undefined;
  /**
   * Delivers a batch. Returning = proof for all records, but for those the report names, also when the signal was aborted
   * meanwhile. Throws one of the four errors; any error once the signal was aborted, and the batch is sent again.
   */
  send(batch: EncodedBatch, signal: AbortSignal): Promise<SendReport | undefined>;
  /**
   * The checkpoint that this data sink reported, or was opened with, is committed with all outcomes up to it; undefined: none is
   * yet. Called after each commit while the data sink is open, also when nothing has changed since.
   */
  committed?(checkpoint: string | undefined): void;
  /** Promises that a batch's bytes are not looked at once `send` has returned: the engine uses their memory again. */
  readonly releasesBytes?: true;
  /** Flush and close; nothing is lost that was not proven. Resolves when nothing of it is open any more. Idempotent. */
  close(): Promise<void>;
}

export interface RecordWriter {
  bytes(bytes: Uint8Array): void;
  text(text: string): void;
  byte(value: number): void;
  /** Ends the record. `group` keeps records of unlike requests apart; `context` of the group's first record is handed to `send`. */
  commit(group?: string, context?: unknown): void;
  /** Never acceptable: error port or dead letters. */
  reject(code: string, detail?: DeliveryDetail): void;
}

export interface EncodedBatch {
  /** Records one after the other, without separators between them. */
  readonly bytes: Uint8Array;
  /** Start of each record, and one past the last: `count + 1` numbers. */
  readonly offsets: Uint32Array;
  readonly count: number;
  readonly group: string;
  readonly context: unknown;
  /** 128-bit hash in hex over the events' datasink keys (engine decision 26); identical on retry. */
  readonly idempotencyKey: string;
}

export interface SendReport {
  /** Records refused for good while the rest was delivered. */
  readonly rejected?: readonly { readonly record: number; readonly code: string; readonly detail?: DeliveryDetail }[];
  /** Records that leave by a named port instead (`fallback`), with fields to set. */
  readonly routed?: readonly { readonly record: number; readonly port: string; readonly fields?: Readonly<Record<string, string>> }[];
  /** Committed in one record with the branch's progress and handed back at the next open (file lengths). ≤ 64 KiB. */
  readonly checkpoint?: string;
  /** Bytes on the wire, after compression. */
  readonly wireBytes?: number;
}

export type { Slot };
