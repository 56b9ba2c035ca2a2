import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What an HTTP destination was sent. */
export interface Received {
  readonly lines: readonly string[];
  readonly key: string;
  readonly authorization: string;
}

/** The secret that it wants to see. */
export const token = 'the token';

/** An HTTP destination that remembers what came. */
export interface Destination {
  readonly port: string;
  readonly received: readonly Received[];
  /** The status it answers with; undefined: it never answers. */
  answer: (received: Received) => number | undefined;
  /** It has them for good. */
  wasAnswered(received: Received): boolean;
  close(): void;
}

export async function startDestination(): Promise<Destination> {
  const received: Received[] = [];
  const answered = new Set<Received>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { 'idempotency-key': key, authorization = '' } = request.headers;
      const one = { lines: body.split('\n').filter((line) => line !== ''), key: String(key), authorization };
      received.push(one);
      const status = it.answer(one);
      if (status === undefined) return;
      if (status < 300) answered.add(one);
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const it: Destination = {
    port: String((server.address() as AddressInfo).port),
    received,
    answer: ({ authorization }) => (authorization === `Bearer ${token}` ? 200 : 401),
    wasAnswered: (one) => answered.has(one),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return it;
}
