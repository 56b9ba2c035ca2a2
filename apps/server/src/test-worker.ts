import { randomBytes } from 'node:crypto';
import {
  fleetHeaders,
  fleetPaths,
  fleetProtocol,
  type DownMessage,
  type EnrolAnswer,
  type Report,
  type TraceAnswer,
  type TraceQuestion,
} from '@acequia/contract/fleet';
import { createKeyPair, openSealed, bodyDigest, requestText, signText, type KeyPair } from '@acequia/contract/fleet-crypto';

/** A worker that speaks the fleet protocol and runs nothing. */
export interface TestWorker {
  readonly answer: EnrolAnswer;
  /** Opens the stream; messages are kept in order. */
  connect(headers?: Record<string, string>): Promise<Response>;
  /** The first message that fits, past or future. */
  message<T extends DownMessage['type']>(
    type: T,
    fits?: (message: Extract<DownMessage, { type: T }>) => boolean,
  ): Promise<Extract<DownMessage, { type: T }>>;
  readonly messages: readonly DownMessage[];
  /** Streams that the server, or what stands before it, has ended. */
  readonly streamsEnded: number;
  report(part?: Partial<Report>): Promise<Response>;
  signed(method: 'GET' | 'POST', path: string, body: string): Record<string, string>;
  send(path: string, headers: Record<string, string>, body: string): Promise<Response>;
  secretsOf(message: Extract<DownMessage, { type: 'secrets' | 'some-secrets' }>): Record<string, string>;
  readonly sealing: KeyPair;
  /** Answers each question about traces, in turn and once, until the worker is closed; undefined: never. */
  answerTraces(answer: (question: TraceQuestion, tenantId: string) => TraceAnswer | undefined): void;
  close(): void;
}

export async function enrolTestWorker(url: string, token: string, name = 'test worker'): Promise<TestWorker> {
  const signing = createKeyPair('ed25519');
  const sealing = createKeyPair('x25519');
  const enrolled = await fetch(url + fleetPaths.enrol, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, protocol: fleetProtocol, name, signingKey: signing.publicKey, sealingKey: sealing.publicKey }),
  });
  if (!enrolled.ok) throw new Error(`${enrolled.status} ${await enrolled.text()}`);
  const answer = (await enrolled.json()) as EnrolAnswer;
  const messages: DownMessage[] = [];
  const waiting = new Set<() => void>();
  const abort = new AbortController();
  const epoch = String(Date.now());
  let number = Date.now();
  let streamsEnded = 0;

  const signed = (method: 'GET' | 'POST', path: string, body: string): Record<string, string> => {
    const nonce = randomBytes(16).toString('hex');
    return {
      [fleetHeaders.worker]: answer.workerId,
      [fleetHeaders.epoch]: epoch,
      [fleetHeaders.nonce]: nonce,
      [fleetHeaders.body]: bodyDigest(body),
      [fleetHeaders.signature]: signText(requestText(method, path, epoch, nonce, body), signing.privatePem),
    };
  };
  const send = (path: string, headers: Record<string, string>, body: string) =>
    fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const read = async (response: Response) => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (event.startsWith('data: ')) messages.push(JSON.parse(event.slice(6)) as DownMessage);
      for (const wake of waiting) wake();
    }
  };
  const message: TestWorker['message'] = async (type, fits = () => true) => {
    for (;;) {
      const found = messages.find((message) => message.type === type && fits(message as never));
      if (found) return found as never;
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      });
    }
  };
  const answerAll = async (answerOf: (question: TraceQuestion, tenantId: string) => TraceAnswer | undefined) => {
    const seen = new Set<string>();
    for (;;) {
      const { requestId, tenantId, question } = await message('trace', (each) => !seen.has(each.requestId));
      seen.add(requestId);
      const said = answerOf(question, tenantId);
      if (!said) continue;
      const body = JSON.stringify({ requestId, answer: said });
      await send(fleetPaths.traces, signed('POST', fleetPaths.traces, body), body);
    }
  };
  return {
    answer,
    messages,
    get streamsEnded() {
      return streamsEnded;
    },
    signed,
    send,
    sealing,
    connect: async (headers) => {
      const response = await fetch(url + fleetPaths.stream, {
        headers: headers ?? signed('GET', fleetPaths.stream, ''),
        signal: abort.signal,
      });
      if (response.ok)
        void read(response)
          .catch(() => undefined)
          .then(() => streamsEnded++);
      return response;
    },
    message,
    answerTraces: (answer) => void answerAll(answer),
    report: async (part = {}) => {
      number += 1;
      const body = JSON.stringify({
        protocol: fleetProtocol,
        report: number,
        generation: 1,
        deployment: null,
        listeners: [],
        branches: [],
        ledger: [],
        vitals: { memoryBytes: 1, cpuFraction: 0, journalBytes: 2 },
        samples: [],
        answers: [],
        ...part,
      });
      const response = await send(fleetPaths.report, signed('POST', fleetPaths.report, body), body);
      if (!response.ok) throw new Error(`report: ${response.status} ${await response.text()}`);
      return response;
    },
    secretsOf: (message) => JSON.parse(openSealed(message, sealing)) as Record<string, string>,
    close: () => abort.abort(),
  };
}
