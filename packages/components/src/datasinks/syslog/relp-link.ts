import { Disconnected, Misconfigured } from '@acequia/component-sdk/runtime';
import { Connection, type ConnectionOptions } from './connection.ts';
import type { Link, LinkReport } from './link.ts';

/** Messages sent before the first answer has to come. */
const windowSize = 128;
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
  let connection: Connection | undefined;
  let transaction = 0;
  const waiting = new Map<number, (answer: Answer) => void>();

  const command = (name: string, data: Uint8Array): { frame: Buffer; answer: Promise<Answer> } => {
    transaction = transaction >= transactionMax ? 1 : transaction + 1;
    const own = transaction;
    const answer = new Promise<Answer>((resolve) => waiting.set(own, resolve));
    return {
      frame: Buffer.concat([Buffer.from(`${own} ${name} ${data.length}${data.length === 0 ? '' : ' '}`), data, Buffer.from('\n')]),
      answer,
    };
  };

  /** The answer, unless it does not come in time, the connection is lost or the signal aborts. */
  const expect = <T>(used: Connection, wanted: Promise<T>, signal: AbortSignal): Promise<T> =>
    used.during(
      new Promise<T>((resolve, reject) => {
        const onAbort = () => end(() => reject(new Disconnected('DELIVERY_ABORTED')));
        const cancel = options.clock.after(options.writeTimeoutMs, () => end(() => reject(new Disconnected('DELIVERY_RELP_TIMEOUT'))));
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

  const open = async (signal: AbortSignal): Promise<Connection> => {
    const opened = await Connection.open(options, signal);
    waiting.clear();
    transaction = 0;
    const reader = new AnswerReader(
      (number, answer) => {
        waiting.get(number)?.(answer);
        waiting.delete(number);
      },
      () => opened.destroy(),
    );
    opened.onData((bytes) => reader.push(bytes));
    const { frame, answer } = command('open', Buffer.from(offer));
    try {
      await opened.write(frame);
      const { status, text } = await expect(opened, answer, signal);
      if (status !== 200) throw new Misconfigured('DELIVERY_RELP_REFUSED', { status, response: text });
      return opened;
    } catch (error) {
      opened.destroy();
      throw error;
    }
  };

  return {
    async deliver(messages, signal) {
      if (connection?.whole !== true) connection = await open(signal);
      const used = connection;
      const rejected: NonNullable<LinkReport['rejected']>[number][] = [];
      let wireBytes = 0;
      try {
        for (let from = 0; from < messages.length; from += windowSize) {
          const sent = messages.slice(from, from + windowSize).map((message) => command('syslog', message));
          const bytes = Buffer.concat(sent.map(({ frame }) => frame));
          await used.write(bytes);
          wireBytes += bytes.length;
          for (const [index, { answer }] of sent.entries()) {
            const { status, text } = await expect(used, answer, signal);
            if (status !== 200) rejected.push({ record: from + index, code: 'DELIVERY_RELP_REFUSED', detail: { status, response: text } });
          }
        }
        used.rest();
        return { wireBytes, ...(rejected.length === 0 ? {} : { rejected }) };
      } catch (error) {
        used.destroy();
        throw error;
      }
    },
    close() {
      if (connection?.whole === true) connection.write(command('close', Buffer.alloc(0)).frame).catch(() => undefined);
      connection?.close();
      connection = undefined;
    },
  };
}
