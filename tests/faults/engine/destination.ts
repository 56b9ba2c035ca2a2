import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a destination treats what it gets. */
export type Behaviour = 'accept' | 'down' | 'slow' | 'too-many' | 'too-large' | 'unavailable' | 'reply-lost' | 'hang-up' | 'partly-refused';

const slowMs = 150;
/** The most records a body may hold while bodies are too large. */
const recordsMax = 20;

/** One record in so many is refused for good while answers are partly refusals. */
const refusedOneIn = 7;

/** An HTTP destination that gives every record it has taken or refused for good to `receive`, and can misbehave. Answers tell each record's status. */
export class Destination {
  /** Requests that were not simply accepted. */
  misbehaved = 0;
  /** Records refused for good. */
  refused = 0;
  /** Where the last request was for. */
  lastPath = '';
  readonly #receive: (text: string, version: number | undefined) => void;
  #server: Server | undefined;
  #port = 0;
  #behaviour: Behaviour = 'accept';

  constructor(receive: (text: string, version: number | undefined) => void) {
    this.#receive = receive;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => this.#take(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** From now on. `down` refuses connections. */
  async behave(behaviour: Behaviour): Promise<void> {
    this.#behaviour = behaviour;
    if (behaviour === 'down') {
      this.misbehaved++;
      await this.stop();
    } else if (this.#server === undefined) await this.start();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const behaviour = this.#behaviour;
    this.lastPath = request.url ?? '';
    if (behaviour !== 'accept') this.misbehaved++;
    if (behaviour === 'hang-up') {
      request.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
      const answer = (isRefused: (place: number) => boolean = () => false): void => {
        const items = lines.map((_, place) => ({ status: isRefused(place) ? 400 : 200 }));
        this.refused += items.filter(({ status }) => status === 400).length;
        response.writeHead(200).end(JSON.stringify({ items }));
      };
      const keep = (): void =>
        lines.forEach((line) => {
          const { message, body, version } = JSON.parse(line) as { message?: string; body?: string; version?: number };
          this.#receive(message ?? body ?? line, version);
        });
      switch (behaviour) {
        case 'too-many':
          response.writeHead(429, { 'retry-after': '0' }).end();
          return;
        case 'unavailable':
          response.writeHead(503).end();
          return;
        case 'too-large':
          if (lines.length > recordsMax) {
            response.writeHead(413).end();
            return;
          }
          keep();
          answer();
          return;
        case 'partly-refused':
          keep();
          answer((place) => place % refusedOneIn === 0);
          return;
        case 'reply-lost':
          keep();
          request.socket.destroy();
          return;
        case 'slow':
          setTimeout(() => {
            if (response.destroyed) return;
            keep();
            answer();
          }, slowMs);
          return;
        default:
          keep();
          answer();
      }
    });
  }
}
