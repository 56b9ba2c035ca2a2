import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { deploymentHash, fleetPaths, type DownMessage, type EnrolAnswer, type Report } from '@acequia/contract/fleet';
import { createKeyPair, signText } from '@acequia/contract/fleet-crypto';
import type { Deployment } from '@acequia/pipeline';

/** The server's side of the fleet protocol for one worker, without a database: what a worker needs to run as in production. */
export interface FleetServer {
  readonly url: string;
  /** Sends a deployment and resolves when the worker reports that it runs; rejects with the worker's reason. */
  deploy(deployment: Omit<Deployment, 'hash'>): Promise<void>;
  send(message: DownMessage): void;
  /** Files of lookup versions that the worker may ask for, by version id. */
  serveLookups(files: ReadonlyMap<string, string>): void;
  /** The last report; undefined before the first. */
  readonly report: () => Report | undefined;
  close(): Promise<void>;
}

const keepAliveMs = 5000;

export async function startFleetServer(): Promise<FleetServer> {
  const keys = createKeyPair('ed25519');
  const answer: EnrolAnswer = {
    workerId: 'WO_bench',
    clusterId: 'CL_bench',
    log: { id: 'LG_bench', number: 2 },
    serverKey: keys.publicKey,
  };
  let stream: ServerResponse | undefined;
  let last: Report | undefined;
  let lookups: ReadonlyMap<string, string> = new Map();
  const waiting = new Set<(report: Report) => void>();
  const waitingForStream = Promise.withResolvers<void>();

  const routes: Readonly<Record<string, (asked: IncomingMessage, response: ServerResponse) => Promise<void> | void>> = {
    [fleetPaths.enrol]: (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
    [fleetPaths.stream]: (_asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      stream = response;
      waitingForStream.resolve();
    },
    [fleetPaths.report]: async (asked, response) => {
      last = JSON.parse(await text(asked)) as Report;
      for (const check of waiting) check(last);
      response.writeHead(204).end();
    },
  };
  const sendLookup = (asked: IncomingMessage, response: ServerResponse): void => {
    const file = lookups.get(asked.url?.slice(fleetPaths.lookup.length + 1) ?? '');
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(file));
  };
  const server = createServer((asked, response) => {
    const route = asked.url?.startsWith(`${fleetPaths.lookup}/`) ? sendLookup : routes[asked.url ?? ''];
    if (route === undefined) response.writeHead(404).end();
    else Promise.resolve(route(asked, response)).catch((error: unknown) => response.destroy(error as Error));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const keepAlive = setInterval(() => stream?.write(':\n\n'), keepAliveMs);
  const send = (message: DownMessage): void => void stream?.write(`data: ${JSON.stringify(message)}\n\n`);

  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    send,
    serveLookups: (files) => {
      lookups = files;
    },
    report: () => last,
    deploy: async (wish) => {
      await waitingForStream.promise;
      const deployment: Deployment = { ...wish, hash: deploymentHash(wish) };
      const applied = new Promise<void>((resolve, reject) => {
        const check = (report: Report) => {
          if (report.deployment?.hash !== deployment.hash) return;
          const fault = [...report.deployment.faults.map(({ id, reason }) => ({ id, reason })), ...report.listeners].find(
            ({ reason }) => reason !== null,
          );
          const started = report.listeners.every(({ state }) => state === 'created') && report.listeners.length > 0;
          if (fault === undefined && !started) return;
          waiting.delete(check);
          if (fault === undefined) resolve();
          else reject(new Error(`${fault.id}: ${fault.reason?.code} ${JSON.stringify(fault.reason?.fields)}`));
        };
        waiting.add(check);
      });
      send({ type: 'deployment', deployment, signature: signText(deployment.hash, keys.privatePem) });
      await applied;
    },
    close: async () => {
      clearInterval(keepAlive);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
