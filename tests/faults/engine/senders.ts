import { Agent, request } from 'node:http';
import type { IssuedEvent, Oracle, SeededRandom } from '@acequia/testkit/oracle';

const senders = 4;
const linesMax = 20;
const pauseMs = 15;
/** Unanswered for so long counts as not acknowledged. */
const timeoutMs = 5_000;

/** Closed-loop HTTP senders, one key each: the next body leaves when the one before was answered or failed; none is sent twice. */
export class Senders {
  /** Bodies that were refused or got no answer. */
  refused = 0;
  readonly #oracle: Oracle;
  readonly #url: string;
  readonly #copies: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: senders + 1 });
  readonly #waiting = new Set<() => void>();
  #loops: Promise<unknown> | undefined;
  #stopping = false;

  /** `copies`: how often each line stands in its body. */
  constructor(oracle: Oracle, url: string, copies = 1) {
    this.#copies = copies;
    this.#oracle = oracle;
    this.#url = url;
  }

  start(random: SeededRandom): void {
    this.#stopping = false;
    this.#loops = Promise.all(Array.from({ length: senders }, (_, sender) => this.#loop(`sender-${sender}`, random.fork(`${sender}`))));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#loops;
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Resolves when so many more events have been acknowledged, or the time is over; tells which. */
  async acknowledged(more: number, withinMs: number): Promise<boolean> {
    const wanted = this.#oracle.acknowledged + more;
    const end = performance.now() + withinMs;
    while (this.#oracle.acknowledged < wanted) {
      if (performance.now() > end) return false;
      await this.#something();
    }
    return true;
  }

  /** Sends one event until it is acknowledged once; each attempt is an event of its own. Undefined when time is over. */
  async sendOne(withinMs: number): Promise<IssuedEvent | undefined> {
    const end = performance.now() + withinMs;
    while (performance.now() < end) {
      const event = this.#oracle.issue('fresh');
      if (await this.#post([event])) return event;
      await pause(pauseMs);
    }
    return undefined;
  }

  /** Sends a text that is not the oracle's until it is taken, each time anew. */
  async sendText(text: string, withinMs: number): Promise<void> {
    const end = performance.now() + withinMs;
    while (!(await this.#send(text))) {
      if (performance.now() > end) throw new Error(`an event was not taken within ${withinMs} ms`);
      await pause(pauseMs);
    }
  }

  async #loop(key: string, random: SeededRandom): Promise<void> {
    while (!this.#stopping) {
      const events = Array.from({ length: 1 + random.below(linesMax) }, () => this.#oracle.issue(key));
      const isTaken = await this.#post(events);
      for (const wake of this.#waiting) wake();
      if (!isTaken) this.refused++;
      await pause(isTaken ? random.below(4) : pauseMs);
    }
  }

  #something(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(wake, 100);
      this.#waiting.add(wake);
    });
  }

  #post(events: readonly IssuedEvent[]): Promise<boolean> {
    const texts = events.map(({ text }) => text);
    const lines = Array.from({ length: this.#copies }, () => texts)
      .flat()
      .join('\n');
    return this.#send(lines, () => events.forEach((event) => this.#oracle.acknowledge(event)));
  }

  #send(lines: string, onTaken: () => void = () => undefined): Promise<boolean> {
    return new Promise((resolve) => {
      const sent = request(this.#url, { method: 'POST', agent: this.#agent, timeout: timeoutMs }, (answer) => {
        if (answer.statusCode === 200) onTaken();
        answer.resume().on('close', () => resolve(answer.statusCode === 200));
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(false));
      sent.end(lines);
    });
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
