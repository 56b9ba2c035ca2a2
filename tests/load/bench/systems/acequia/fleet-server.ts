import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  deploymentHash,
  enrolRequestSchema,
  fleetHeaders,
  fleetPaths,
  type DownMessage,
  type EnrolAnswer,
  type Report,
} from '@acequia/contract/fleet';
import { createKeyPair, requestText, signText, verifyText } from '@acequia/contract/fleet-crypto';
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

  let signingKey = '';
  const isSigned = ({ method = '', url = '', headers }: IncomingMessage, body: string): boolean => {
    const [epoch, nonce, signature] = [fleetHeaders.epoch, fleetHeaders.nonce, fleetHeaders.signature].map((name) => String(headers[name]));
    return (
      headers[fleetHeaders.worker] === answer.workerId && verifyText(requestText(method, url, epoch!, nonce!, body), signature!, signingKey)
    );
  };

  const routes: Readonly<Record<string, (body: string, response: ServerResponse) => void>> = {
    [fleetPaths.enrol]: (body, response) => {
      signingKey = enrolRequestSchema.parse(JSON.parse(body)).signingKey;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
    [fleetPaths.log]: (_body, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer.log));
    },
    [fleetPaths.stream]: (_body, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      stream = response;
      waitingForStream.resolve();
    },
    [fleetPaths.report]: (body, response) => {
      last = JSON.parse(body) as Report;
      for (const check of waiting) check(last);
      response.writeHead(204).end();
    },
  };
  const sendLookup = (asked: IncomingMessage, response: ServerResponse): void => {
    const file = lookups.get(asked.url?.slice(fleetPaths.lookup.length + 1) ?? '');
    if (file === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(file));
  };
  const take = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '' } = asked;
    const body = await text(asked);
    const route = routes[url];
    if (url !== fleetPaths.enrol && !isSigned(asked, body)) response.writeHead(401).end();
    else if (url.startsWith(`${fleetPaths.lookup}/`)) sendLookup(asked, response);
    else if (route === undefined) response.writeHead(404).end();
    else route(body, response);
  };
  const server = createServer((asked, response) => {
    take(asked, response).catch((error: unknown) => response.destroy(error as Error));
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
