import { once } from 'node:events';
import { createServer, request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { downMessageSchema, fleetPaths, type DownMessage } from '@acequia/contract/fleet';

type Deployment = Extract<DownMessage, { type: 'deployment' }>['deployment'];

/** One request of a worker and what the server said. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly status: number;
  /** Of everything but the stream. */
  readonly answer: string;
}

/** Stands between a worker and the server, keeps what passes, and can cut the streams or hang. */
export interface RecordingProxy {
  readonly url: string;
  readonly recorded: readonly Recorded[];
  cutStreams(): void;
  /** While on, requests are taken and not answered, and the streams are silent; after that both are cut. */
  hang(on: boolean): void;
  /** While on, connections are closed at once. */
  away(on: boolean): void;
  /** From now on deployments wait here until they are let through; everything else passes. */
  holdDeployments(): void;
  /** Those that wait, the oldest first. */
  readonly held: readonly Deployment[];
  /** The oldest one goes on to the worker; throws when none waits. */
  letThrough(): Deployment;
  /** While on, requests for files of lookups are taken and wait here; after that they go on to the server. */
  holdFiles(on: boolean): void;
  /** Requests for files that have come. */
  readonly filesAsked: number;
  /** The server is at this address now. */
  moveTo(url: string): void;
  /** The server's next answer on this path is lost: the connection breaks. */
  loseAnswer(path: string): void;
  close(): Promise<void>;
}

export async function startRecordingProxy(url: string): Promise<RecordingProxy> {
  let target = url;
  const recorded: Recorded[] = [];
  const streams = new Set<ServerResponse>();
  const unanswered = new Set<ServerResponse>();
  const deployments: { readonly deployment: Deployment; pass(): void }[] = [];
  let holdsDeployments = false;
  let hangs = false;
  let isAway = false;
  let lost: string | undefined;
  let files: PromiseWithResolvers<void> | undefined;
  let filesAsked = 0;
  const pass = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(asked);
    if (hangs) {
      unanswered.add(response);
      return;
    }
    const { method = 'GET', url: path = '/', headers } = asked;
    if (path.startsWith(`${fleetPaths.lookup}/`)) {
      filesAsked += 1;
      await files?.promise;
    }
    const forwarded = startRequest(target + path, { method, headers });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const status = answer.statusCode ?? 0;
    const entry = { method, path, headers, body: body.toString(), status };
    if (answer.headers['content-type']?.startsWith('text/event-stream')) {
      response.writeHead(status, answer.headers);
      recorded.push({ ...entry, answer: '' });
      streams.add(response);
      response.on('close', () => {
        streams.delete(response);
        forwarded.destroy();
      });
      answer.on('error', () => response.destroy());
      passEvents(answer, (text) => {
        if (hangs) return;
        const deployment = holdsDeployments ? deploymentOf(text) : undefined;
        if (deployment) deployments.push({ deployment, pass: () => void response.write(text) });
        else response.write(text);
      });
      answer.on('end', () => response.end());
      return;
    }
    const said = await buffer(answer);
    recorded.push({ ...entry, answer: said.toString() });
    if (path === lost) {
      lost = undefined;
      response.destroy();
      return;
    }
    response.writeHead(status, answer.headers).end(said);
  };
  const server = createServer((asked, response) => void pass(asked, response).catch(() => response.destroy()));
  server.on('connection', (socket) => isAway && socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recorded,
    holdDeployments: () => {
      holdsDeployments = true;
    },
    get held() {
      return deployments.map(({ deployment }) => deployment);
    },
    letThrough: () => {
      const oldest = deployments.shift();
      if (!oldest) throw new Error('no deployment waits');
      oldest.pass();
      return oldest.deployment;
    },
    cutStreams: () => {
      for (const stream of streams) stream.destroy();
    },
    holdFiles: (on) => {
      files?.resolve();
      files = on ? Promise.withResolvers() : undefined;
    },
    get filesAsked() {
      return filesAsked;
    },
    moveTo: (moved) => {
      target = moved;
    },
    loseAnswer: (path) => {
      lost = path;
    },
    away: (on) => {
      isAway = on;
      if (on) server.closeAllConnections();
    },
    hang: (on) => {
      hangs = on;
      if (!on) for (const response of [...unanswered, ...streams]) response.destroy();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Whole events of a stream, each as it came. */
function passEvents(answer: IncomingMessage, pass: (text: string) => void): void {
  let rest = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    const events = (rest + part).split('\n\n');
    rest = events.pop()!;
    for (const event of events) pass(`${event}\n\n`);
  });
}

function deploymentOf(event: string): Deployment | undefined {
  if (!event.startsWith('data: ')) return undefined;
  const message = downMessageSchema.parse(JSON.parse(event.slice('data: '.length)));
  return message.type === 'deployment' ? message.deployment : undefined;
}
