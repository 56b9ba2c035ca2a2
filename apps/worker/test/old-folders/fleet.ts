import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { deploymentHash, fleetPaths, type DownMessage, type LedgerRow, type LetterAnswer, type Report } from '@acequia/contract/fleet';
import { signText, type KeyPair } from '@acequia/contract/fleet-crypto';
import type { Deployment } from '@acequia/pipeline';

/** A worker takes a stream that is silent for 30 s for dead. */
const signMs = 5000;

/** The server's side of the fleet protocol for one worker: what it was told, and a way to tell it something. */
export interface Fleet {
  readonly url: string;
  /** Ledger rows as a server keeps them, the newest of each. */
  readonly ledger: ReadonlyMap<string, LedgerRow>;
  readonly report: () => Report | undefined;
  send(message: DownMessage): void;
  /** Sends a deployment; resolves with the first report of it without faults. */
  deploy(deployment: Omit<Deployment, 'hash'>): Promise<Report>;
  /** Resolves with the first report from now on of which this is true. */
  until(isThere: (report: Report) => boolean): Promise<Report>;
  /** Ids of a tenant's open dead letters with their codes. */
  letters(tenantId: string): Promise<string[]>;
  close(): void;
}

const keyOf = ({ generation, scope, id, versionId, node, minute }: LedgerRow): string =>
  [generation, scope, id, versionId, node, minute].join(' ');

export async function startFleet(keys: KeyPair, told: readonly LedgerRow[], lookups: ReadonlyMap<string, string>): Promise<Fleet> {
  const ledger = new Map(told.map((row) => [keyOf(row), row]));
  const connected = Promise.withResolvers<ServerResponse>();
  const waiting = new Set<(report: Report) => void>();
  const asked = new Map<string, (answer: LetterAnswer) => void>();
  let last: Report | undefined;
  const routes: Readonly<Record<string, (body: string, response: ServerResponse) => void>> = {
    [fleetPaths.stream]: (_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      connected.resolve(response);
    },
    [fleetPaths.report]: (body, response) => {
      last = JSON.parse(body) as Report;
      for (const row of last.ledger) ledger.set(keyOf(row), row);
      response.writeHead(204).end();
      for (const look of waiting) look(last);
    },
    [fleetPaths.letters]: (body, response) => {
      const { requestId, answer } = JSON.parse(body) as { readonly requestId: string; readonly answer: LetterAnswer };
      asked.get(requestId)?.(answer);
      response.writeHead(204).end();
    },
  };
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const file = lookups.get(url.slice(fleetPaths.lookup.length + 1));
    // What is not there is what a server of before openings has not.
    const missing = (): void => void response.writeHead(404).end('{}');
    void text(request).then((body) => {
      if (url.startsWith(`${fleetPaths.lookup}/`) && file !== undefined) response.writeHead(200).end(file);
      else (routes[url] ?? missing)(body, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const signs = setInterval(() => void connected.promise.then((stream) => stream.write(':\n\n')), signMs);
  const send = (message: DownMessage): void =>
    void connected.promise.then((stream) => stream.write(`data: ${JSON.stringify(message)}\n\n`));
  const until: Fleet['until'] = (isThere) =>
    new Promise((resolve) => {
      const look = (report: Report): void => {
        if (!isThere(report)) return;
        waiting.delete(look);
        resolve(report);
      };
      waiting.add(look);
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ledger,
    report: () => last,
    send,
    until,
    deploy: (wanted) => {
      const deployment: Deployment = { ...wanted, hash: deploymentHash(wanted) };
      const runs = until(
        ({ deployment: applied, listeners }) =>
          applied?.hash === deployment.hash &&
          applied.faults.length === 0 &&
          (applied.pending ?? []).length === 0 &&
          deployment.listeners.every(({ id }) => listeners.some((one) => one.id === id && one.state === 'created')),
      );
      send({ type: 'deployment', deployment, signature: signText(deployment.hash, keys.privatePem) });
      return runs;
    },
    letters: async (tenantId) => {
      const requestId = `letters of ${tenantId} ${asked.size}`;
      const answered = new Promise<LetterAnswer>((resolve) => asked.set(requestId, resolve));
      send({
        type: 'dead-letters',
        requestId,
        tenantId,
        question: { do: 'list', filter: { state: 'open' }, from: null, limit: 100, whole: false },
      });
      const answer = await answered;
      if (answer.did !== 'list') throw new Error(`the dead letters were not listed: ${answer.did}`);
      return answer.letters.map(({ id, code }) => `${id} ${code}`).toSorted();
    },
    close: () => {
      clearInterval(signs);
      server.closeAllConnections();
      server.close();
    },
  };
}
