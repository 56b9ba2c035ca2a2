import type { ReadableStream } from 'node:stream/web';
import { type Clock, type Log, type Random, secondMs } from '@acequia/base';
import {
  downMessageSchema,
  enrolAnswerSchema,
  fleetHeaders,
  fleetPaths,
  type DownMessage,
  type LetterAnswer,
  type Report,
  type TraceAnswer,
} from '@acequia/contract/fleet';
import { requestText, signText } from '@acequia/contract/fleet-crypto';
import { EventStreamReader } from './event-stream.ts';
import type { Identity, Membership } from './identity.ts';

/** The server has refused this worker for good: its token is used or expired, or it was revoked. */
export class FleetRefused extends Error {
  override readonly name = 'FleetRefused';
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

/** Joins the cluster with a single-use token. */
export async function enrol(options: FleetClientOptions, identity: Identity, token: string, name: string): Promise<Membership> {
  const body = JSON.stringify({ token, name, signingKey: identity.signing.publicKey, sealingKey: identity.sealing.publicKey });
  const response = await options.fetch(options.serverUrl + fleetPaths.enrol, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (response.status === 401) throw new FleetRefused('the enrolment token is used, expired or unknown; make a new one');
  if (!response.ok) throw new Error(`enrolment answered ${response.status}`);
  return enrolAnswerSchema.parse(await response.json());
}

/** The worker's side of the fleet protocol: one stream down, reports up, both signed. Dials out only. */
export class FleetClient {
  readonly #options: FleetClientOptions;
  readonly #identity: Identity;
  readonly #membership: Membership;
  readonly #epoch: string;

  constructor(options: FleetClientOptions, identity: Identity, membership: Membership) {
    this.#options = options;
    this.#identity = identity;
    this.#membership = membership;
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
        if (error instanceof FleetRefused) throw error;
        this.#options.log.warn({ error: String(error) }, 'the server is away; the pipelines go on');
      }
      const fraction = (this.#options.random.bytes(1)[0] ?? 0) / 255;
      await this.#options.clock.sleep(fraction * waitMs, signal).catch(() => undefined);
      waitMs = Math.min(waitMs * 2, lastWaitMs);
    }
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

  /** The file of a version of a lookup. */
  async lookupFile(versionId: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const path = `${fleetPaths.lookup}/${versionId}`;
    const response = await this.#options.fetch(this.#options.serverUrl + path, { headers: this.#signature('GET', path, ''), signal });
    if (!response.ok || !response.body) throw new Error(`the file of a lookup answered ${response.status}`);
    return response.body as ReadableStream<Uint8Array>;
  }

  async #post(path: string, content: unknown, signal: AbortSignal): Promise<void> {
    const body = JSON.stringify(content);
    const response = await this.#options.fetch(this.#options.serverUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...this.#signature('POST', path, body) },
      body,
      signal,
    });
    await response.body?.cancel();
    if (response.status === 401) throw new FleetRefused('the server no longer knows this worker');
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  }

  async #stream(onMessage: (message: DownMessage) => void, onConnect: () => void, signal: AbortSignal): Promise<void> {
    const quiet = new AbortController();
    const stop = AbortSignal.any([signal, quiet.signal]);
    const response = await this.#options.fetch(this.#options.serverUrl + fleetPaths.stream, {
      headers: { accept: 'text/event-stream', ...this.#signature('GET', fleetPaths.stream, '') },
      signal: stop,
    });
    if (response.status === 401) throw new FleetRefused('the server no longer knows this worker');
    if (!response.ok || !response.body) throw new Error(`stream answered ${response.status}`);
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
      [fleetHeaders.worker]: this.#membership.workerId,
      [fleetHeaders.epoch]: this.#epoch,
      [fleetHeaders.nonce]: nonce,
      [fleetHeaders.signature]: signText(requestText(method, path, this.#epoch, nonce, body), this.#identity.signing.privatePem),
    };
  }
}
