import { TransformStream, type ReadableStream } from 'node:stream/web';
import { type Clock, type Log, type Random, secondMs } from '@acequia/base';
import {
  downMessageSchema,
  earlierStartSchema,
  enrolAnswerSchema,
  fleetHeaders,
  fleetPaths,
  fleetProtocol,
  openingAnswerSchema,
  workerLogSchema,
  type DownMessage,
  type LetterAnswer,
  type Report,
  type TraceAnswer,
  type WorkerLog,
} from '@acequia/contract/fleet';
import { bodyDigest, requestText, signText } from '@acequia/contract/fleet-crypto';
import { EventStreamReader } from './event-stream.ts';
import type { Identity, Membership } from './identity.ts';

/** The server has refused this worker for good: its token is used or expired, or it was revoked. */
export class FleetRefused extends Error {
  override readonly name = 'FleetRefused';
}

/** The server is of an older release, which gives workers no log. */
export class ServerTooOld extends Error {
  override readonly name = 'ServerTooOld';
}

/** Another process is the same worker with the same log, and the server goes on with that one. */
export class FleetCopied extends Error {
  override readonly name = 'FleetCopied';
  /** The server had given this start the number of its opening; else it was away then, and another start has that number. */
  readonly wasAgreed: boolean;

  constructor(wasAgreed: boolean) {
    super('another process is the same worker');
    this.wasAgreed = wasAgreed;
  }
}

export interface FleetClientOptions {
  readonly serverUrl: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly fetch: typeof fetch;
}

const firstWaitMs = 500;
const lastWaitMs = 15 * secondMs;
/** The server writes a comment every 10 s; a stream silent for longer is dead. */
const silenceMs = 30 * secondMs;
/** For the answer to anything else: a server that hangs, or a way to it that swallows everything, is away. */
const answerMs = 30 * secondMs;
/** How long the opening of a log waits for the server before it goes on without. */
const openingMs = 3 * secondMs;

/** Joins the cluster with a single-use token. */
export async function enrol(options: FleetClientOptions, identity: Identity, token: string, name: string): Promise<Membership> {
  const body = JSON.stringify({
    token,
    protocol: fleetProtocol,
    name,
    signingKey: identity.signing.publicKey,
    sealingKey: identity.sealing.publicKey,
  });
  const response = await options.fetch(options.serverUrl + fleetPaths.enrol, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(answerMs),
  });
  if (response.status === 401) throw new FleetRefused('the enrolment token is used, expired or unknown; make a new one');
  if (!response.ok) throw new Error(`enrolment answered ${response.status}`);
  const answer = (await response.json()) as { readonly log?: unknown };
  if (answer.log === undefined) throw new ServerTooOld('enrolment answered without a log');
  const { log, ...member } = enrolAnswerSchema.parse(answer);
  return { ...member, log: { ...log, openings: 0, adopts: false } };
}

/** The worker's side of the fleet protocol: one stream down, reports up, both signed. Dials out only. */
export class FleetClient {
  readonly #options: FleetClientOptions;
  readonly #identity: Identity;
  readonly #workerId: string;
  readonly #start: string;
  #epoch: string;
  /** Of the log, and with which number. */
  #opening: { readonly log: string; readonly number: number } | undefined;
  /** The server has given this start its opening, or is of the release before. */
  #agreed = false;
  #wasAgreed = false;
  #endStream: () => void = () => undefined;

  constructor(options: FleetClientOptions, identity: Identity, { workerId }: Pick<Membership, 'workerId'>) {
    this.#options = options;
    this.#identity = identity;
    this.#workerId = workerId;
    this.#start = Buffer.from(options.random.bytes(16)).toString('hex');
    this.#epoch = String(options.clock.now());
  }

  /** Keeps the stream open until `signal` aborts; reconnects with full jitter. `onConnect` runs at each connection. */
  async listen(onMessage: (message: DownMessage) => void, onConnect: () => void, signal: AbortSignal): Promise<void> {
    let waitMs = firstWaitMs;
    while (!signal.aborted) {
      try {
        await this.#stream(
          onMessage,
          () => {
            waitMs = firstWaitMs;
            onConnect();
          },
          signal,
        );
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof FleetRefused || error instanceof FleetCopied) throw error;
        this.#options.log.warn({ error: String(error) }, 'the server is away; the pipelines go on');
      }
      const fraction = (this.#options.random.bytes(1)[0] ?? 0) / 255;
      await this.#options.clock.sleep(fraction * waitMs, signal).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, lastWaitMs);
    }
  }

  /** With which number the log is opened: the server's, or `lowest` when it does not answer soon. Before `listen`, once. */
  async agree(log: string, lowest: number): Promise<number> {
    const own = { log, number: lowest };
    this.#opening = own;
    try {
      const number = await this.#ask(own, false, AbortSignal.timeout(openingMs));
      this.#opening = { log, number };
      return number;
    } catch (error) {
      if (error instanceof FleetRefused) throw error;
      this.#options.log.warn({ error: String(error) }, 'the server is away; this worker opens its log without it');
      return lowest;
    }
  }

  /** Asks for an opening, or, `begun`, whether the one that this start has is still its own. */
  async #ask(opening: { readonly log: string; readonly number: number }, begun: boolean, signal: AbortSignal): Promise<number> {
    const body = JSON.stringify({ ...opening, begun, start: this.#start });
    let response = await this.#send(fleetPaths.opening, body, signal);
    const earlier = earlierStartSchema.safeParse(response.status === 409 ? await response.clone().json() : undefined);
    if (earlier.success) {
      this.#epoch = String(earlier.data.epoch + 1);
      response = await this.#send(fleetPaths.opening, body, signal);
    }
    if (response.status === 401) throw new FleetRefused('the server no longer knows this worker');
    // Of the release before: it has no openings to give.
    if (response.status === 404) {
      this.#agreed = true;
      return opening.number;
    }
    const content: unknown = await response.json();
    if ((content as { readonly code?: unknown }).code === 'ACQ-FLEET-COPIED') throw new FleetCopied(this.#wasAgreed);
    if (!response.ok) throw new Error(`${fleetPaths.opening} answered ${response.status}`);
    const { number, epoch } = openingAnswerSchema.parse(content);
    this.#epoch = String(epoch);
    this.#agreed = this.#wasAgreed = true;
    return number;
  }

  /** Throws when the server refuses a request; a start that is not known as the latest asks anew before its next stream. */
  async #accepted(response: Response, path: string): Promise<void> {
    if (response.ok) return;
    if (response.status === 401) throw new FleetRefused('the server no longer knows this worker');
    if (earlierStartSchema.safeParse(response.status === 409 ? await response.json() : undefined).success) {
      this.#agreed = false;
      this.#endStream();
    }
    throw new Error(`${path} answered ${response.status}`);
  }

  /** The log that the server gave this worker, tried until the server answers; rejects with `FleetRefused` or `ServerTooOld`. */
  async log(signal: AbortSignal): Promise<WorkerLog> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, lastWaitMs)) {
      try {
        return await this.#askForLog(signal);
      } catch (error) {
        if (signal.aborted || error instanceof FleetRefused || error instanceof ServerTooOld) throw error;
        this.#options.log.warn({ error: String(error) }, 'the server is away; this worker begins when it has its log');
      }
      await this.#options.clock.sleep(waitMs, signal);
    }
  }

  async #askForLog(signal: AbortSignal): Promise<WorkerLog> {
    const response = await this.#send(fleetPaths.log, '{}', signal);
    if (response.status === 401) throw new FleetRefused('the server no longer knows this worker');
    if (response.status === 404) throw new ServerTooOld(`${fleetPaths.log} answered 404`);
    if (!response.ok) throw new Error(`${fleetPaths.log} answered ${response.status}`);
    return workerLogSchema.parse(await response.json());
  }

  /** Resolves when the server has stored the report. */
  report(report: Report, signal: AbortSignal): Promise<void> {
    return this.#post(fleetPaths.report, report, signal);
  }

  /** Answers a question about dead letters. */
  replyLetters(requestId: string, answer: LetterAnswer, signal: AbortSignal): Promise<void> {
    return this.#post(fleetPaths.letters, { requestId, answer }, signal);
  }

  /** Answers a question about traces. */
  replyTrace(requestId: string, answer: TraceAnswer, signal: AbortSignal): Promise<void> {
    return this.#post(fleetPaths.traces, { requestId, answer }, signal);
  }

  /** The file of a version of a lookup. Fails when nothing of it comes for 30 s. */
  async lookupFile(versionId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const path = `${fleetPaths.lookup}/${versionId}`;
    const stalled = new AbortController();
    const arm = () => this.#options.clock.after(answerMs, () => stalled.abort(new Error('the file of a lookup has stopped coming')));
    let disarm = arm();
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        disarm();
        disarm = arm();
        controller.enqueue(chunk);
      },
      flush: () => disarm(),
    });
    try {
      const response = await this.#options.fetch(this.#options.serverUrl + path, {
        headers: this.#signature('GET', path, ''),
        signal: AbortSignal.any([signal, stalled.signal]),
      });
      if (!response.ok || !response.body) throw new Error(`the file of a lookup answered ${response.status}`);
      return (response.body as ReadableStream<Uint8Array>).pipeThrough(watch);
    } catch (error) {
      disarm();
      throw error;
    }
  }

  async #post(path: string, content: unknown, signal: AbortSignal): Promise<void> {
    const response = await this.#send(path, JSON.stringify(content), signal);
    await this.#accepted(response, path);
    await response.body?.cancel();
  }

  #send(path: string, body: string, signal: AbortSignal): Promise<Response> {
    return this.#options.fetch(this.#options.serverUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#signature('POST', path, body) },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
  }

  async #stream(onMessage: (message: DownMessage) => void, onConnect: () => void, signal: AbortSignal): Promise<void> {
    if (this.#opening && !this.#agreed) await this.#ask(this.#opening, true, signal);
    const quiet = new AbortController();
    const stop = AbortSignal.any([signal, quiet.signal]);
    this.#endStream = () => quiet.abort(new Error('a later start of this worker is known'));
    const response = await this.#options.fetch(this.#options.serverUrl + fleetPaths.stream, {
      headers: { accept: 'text/event-stream', ...this.#signature('GET', fleetPaths.stream, '') },
      signal: stop,
    });
    await this.#accepted(response, fleetPaths.stream);
    if (!response.body) throw new Error(`${fleetPaths.stream} answered without a body`);
    onConnect();
    const reader = new EventStreamReader((data) => {
      const parsed = downMessageSchema.safeParse(JSON.parse(data));
      if (parsed.success) onMessage(parsed.data);
      else
        this.#options.log.warn(
          { issue: parsed.error.issues[0]?.path.join('.') },
          'a message of the server was not understood; is it newer?',
        );
    });
    const arm = () => this.#options.clock.after(silenceMs, () => quiet.abort(new Error('no sign of the server for 30 s')));
    let disarm = arm();
    try {
      for await (const chunk of response.body) {
        disarm();
        disarm = arm();
        reader.push(chunk);
      }
    } finally {
      disarm();
    }
  }

  #signature(method: string, path: string, body: string): Record<string, string> {
    const nonce = Buffer.from(this.#options.random.bytes(16)).toString('hex');
    return {
      [fleetHeaders.worker]: this.#workerId,
      [fleetHeaders.epoch]: this.#epoch,
      [fleetHeaders.nonce]: nonce,
      [fleetHeaders.body]: bodyDigest(body),
      [fleetHeaders.signature]: signText(requestText(method, path, this.#epoch, nonce, body), this.#identity.signing.privatePem),
    };
  }
}
