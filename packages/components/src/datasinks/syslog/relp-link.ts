import { Disconnected, Misconfigured } from '@acequia/component-sdk/runtime';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { Link, LinkReport } from './link.ts';
import { createOrderedLink, type LinkSession } from './ordered-link.ts';

/** Messages without an answer at a time, of all batches together. */
export const relpWindow = 1024;
const transactionMax = 999_999_999;
const offer = 'relp_version=0\nrelp_software=acequia\ncommands=syslog';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Reads `<txnr> rsp <len> <data>\n` frames whatever the borders of chunks. */
class AnswerReader {
  #buffer: Buffer = Buffer.alloc(0);
  readonly #take: (transaction: number, answer: Answer) => void;
  readonly #bad: () => void;

  constructor(take: (transaction: number, answer: Answer) => void, bad: () => void) {
    this.#take = take;
    this.#bad = bad;
  }

  push(bytes: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? bytes : Buffer.concat([this.#buffer, bytes]);
    for (;;) {
      const head = /^(\d{1,9}) ([A-Za-z]{1,32}) (\d{1,9})([ \n])/.exec(this.#buffer.toString('latin1', 0, 64));
      if (head === null) {
        if (this.#buffer.length > 64) this.#bad();
        return;
      }
      const length = Number(head[3]);
      const start = head[0].length - (length === 0 && head[4] === '\n' ? 1 : 0);
      if (length > 65_536) return this.#bad();
      if (this.#buffer.length < start + length + 1) return;
      const data = this.#buffer.toString('utf8', start, start + length);
      this.#buffer = this.#buffer.subarray(start + length + 1);
      if (head[2] === 'rsp') this.#take(Number(head[1]), { status: Number(/^\d{3}/.exec(data)?.[0] ?? 0), text: data.slice(0, 2048) });
      else if (head[2] === 'serverclose') this.#bad();
    }
  }
}

/** RELP: a message is delivered when the receiver has answered 200 for it. */
export function createRelpLink(options: ConnectionOptions): Link {
  return createOrderedLink(async (signal) => {
    const connection = await Connection.open(options, signal);
    const session = new RelpSession(connection, options);
    try {
      await session.open(signal);
      return session;
    } catch (error) {
      connection.destroy();
      throw error;
    }
  });
}

class RelpSession implements LinkSession {
  readonly connection: Connection;
  readonly #options: Pick<ConnectionOptions, 'clock' | 'writeTimeoutMs'>;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #transaction = 0;
  /** Called with every answer. */
  #onAnswer = () => undefined as void;

  constructor(connection: Connection, options: Pick<ConnectionOptions, 'clock' | 'writeTimeoutMs'>) {
    this.connection = connection;
    this.#options = options;
    const reader = new AnswerReader(
      (number, answer) => {
        this.#waiting.get(number)?.(answer);
        this.#waiting.delete(number);
        this.#onAnswer();
      },
      () => connection.destroy(),
    );
    connection.onData((bytes) => reader.push(bytes));
  }

  async open(signal: AbortSignal): Promise<void> {
    const { frame, answer } = this.#command('open', Buffer.from(offer));
    await this.connection.write(frame);
    const { status, text } = await this.#inTime(answer, signal);
    if (status !== 200) throw new Misconfigured('DELIVERY_RELP_REFUSED', { status, response: text });
  }

  async write(messages: readonly Uint8Array[], signal: AbortSignal): Promise<(before: Promise<unknown>) => Promise<LinkReport>> {
    const answers: Promise<Answer>[] = [];
    let wireBytes = 0;
    while (answers.length < messages.length) {
      if (this.#waiting.size >= relpWindow) await this.#room(signal);
      const from = answers.length;
      const sent = messages.slice(from, from + relpWindow - this.#waiting.size).map((message) => this.#command('syslog', message));
      for (const { answer } of sent) answers.push(answer);
      const bytes = Buffer.concat(sent.map(({ frame }) => frame));
      wireBytes += bytes.length;
      await this.connection.write(bytes);
    }
    return async (before) => {
      await this.connection.during(before);
      const rejected: NonNullable<LinkReport['rejected']>[number][] = [];
      for (const [record, answer] of answers.entries()) {
        const { status, text } = await this.#inTime(answer, signal);
        if (status !== 200) rejected.push({ record, code: 'DELIVERY_RELP_REFUSED', detail: { status, response: text } });
      }
      return { wireBytes, ...(rejected.length === 0 ? {} : { rejected }) };
    };
  }

  close(): void {
    if (this.connection.whole) this.connection.write(this.#command('close', Buffer.alloc(0)).frame).catch(() => undefined);
    this.connection.close();
  }

  #command(name: string, data: Uint8Array): { frame: Buffer; answer: Promise<Answer> } {
    this.#transaction = this.#transaction >= transactionMax ? 1 : this.#transaction + 1;
    const own = this.#transaction;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(own, resolve));
    return {
      frame: Buffer.concat([Buffer.from(`${own} ${name} ${data.length}${data.length === 0 ? '' : ' '}`), data, Buffer.from('\n')]),
      answer,
    };
  }

  /** Waits until half of the window is free, so that what goes out next is more than a message. */
  async #room(signal: AbortSignal): Promise<void> {
    while (this.#waiting.size > relpWindow / 2) await this.#inTime(new Promise<void>((resolve) => (this.#onAnswer = resolve)), signal);
  }

  /** What is wanted, unless it does not come in time, the connection is lost or the signal aborts. */
  #inTime<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T> {
    const { clock, writeTimeoutMs } = this.#options;
    return this.connection.during(
      new Promise<T>((resolve, reject) => {
        const onAbort = () => end(() => reject(new Disconnected('DELIVERY_ABORTED')));
        const cancel = clock.after(writeTimeoutMs, () => end(() => reject(new Disconnected('DELIVERY_RELP_TIMEOUT'))));
        const end = (settle: () => void) => {
          cancel();
          signal.removeEventListener('abort', onAbort);
          settle();
        };
        if (signal.aborted) onAbort();
        else signal.addEventListener('abort', onAbort, { once: true });
        wanted.then(
          (value) => end(() => resolve(value)),
          (error: unknown) => end(() => reject(error)),
        );
      }),
    );
  }
}
