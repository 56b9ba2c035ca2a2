import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { EventIds, Oracle, SeededRandom } from '@acequia/testkit/oracle';
import { createCertificate } from '../../../apps/server/src/tls/self-signed.ts';
import { eventually } from '../../e2e/harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { datasinkNode, documentOf, labelNode, type Workbench } from '../../e2e/harness/workbench.ts';
import { httpLines, tcpLines, type Door } from '../engine/doors.ts';
import { Senders, sendersOfOne } from '../engine/senders.ts';

/** Where a flow's events must arrive: once each in one file, once each over many files, and at a peer that may see repeats. */
export const places = ['file', 'many', 'peer'] as const;
type Place = (typeof places)[number];

/** `hang`: takes a request and never answers it. */
export type Behaviour = 'accept' | 'slow' | 'refuse' | 'hang';

/** Every flow of an installation writes to this path, whoever's it is. */
const sharedPath = 'out/events.ndjson';
/** More paths than open files, so that files are closed and opened again all the time. Each is synced for itself: few for a high rate. */
const many = { paths: 40, openFiles: 2 };
const manyAtRate = { paths: 3, openFiles: 2 };
const everyMs = 60;
/** How exactly the time is known at which an event was sent. */
const sampleMs = 250;
/** How long calls are made again that fail while parts of the installation are away. */
const patientMs = 60_000;
/** Of a file that is looked at for new events, from its end. */
const tailBytes = 512 * 1024;
/** A file system's clock may be so much behind. */
const clockStepMs = 1000;
/** Events that wait for the peer when a version is stopped. */
const backlogMin = 100;
/** Events in a sender's body when no rate is asked for. */
const eventsMax = 20;

export interface FlowOptions {
  readonly name: string;
  readonly bench: Workbench;
  /** Folder of the cluster's file root, as its worker sees it. */
  readonly files: string;
  readonly listener: 'http' | 'tcp';
  /** Name under which the peer is found; absent: its address. */
  readonly host?: string | undefined;
  readonly ids: EventIds;
  readonly oracle: Oracle;
  /** Events a second of all its senders, as far as it takes them; absent: a quiet one. */
  readonly rate?: number | undefined;
}

/** Events in by a listener, out to two file data sinks and, with a secret, to an HTTPS peer: what one tenant has on one worker. */
export class Flow {
  readonly name: string;
  readonly oracle: Oracle;
  readonly senders: Senders;
  /** How often its secret got another value, a data sink other settings, and its pipeline another version. */
  readonly done = { rotations: 0, edits: 0, publications: 0 };
  /** Requests that came without a token that was ever valid. */
  strangers = 0;
  readonly #options: FlowOptions;
  readonly #many: typeof many;
  readonly #peer: Server;
  readonly #tokens = new Set<string>();
  #lastToken = '';
  #newestToken = '';
  #peerBehaviour: Behaviour = 'accept';
  /** Requests that were never answered and have ended. */
  #givenUp = 0;
  #secretId = '';
  #sinkIds: Record<Place, string> = { file: '', many: '', peer: '' };
  #pipelineId = '';
  #listenerId = '';
  #turn = 0;
  /** Time by time: how many events there were. */
  readonly #sent: { readonly at: string; readonly events: number }[] = [];
  readonly #sampling: NodeJS.Timeout;

  private constructor(options: FlowOptions, port: number) {
    this.#options = options;
    this.name = options.name;
    this.oracle = options.oracle;
    this.#sampling = setInterval(() => this.#sent.push({ at: new Date().toISOString(), events: this.oracle.issued }), sampleMs);
    const door: Door = options.listener === 'http' ? httpLines(port) : tcpLines(port);
    const pace = { everyMs, eventsMax: options.rate === undefined ? eventsMax : eventsFor(options.rate) };
    this.#many = options.rate === undefined ? many : manyAtRate;
    this.senders = new Senders(options.oracle, asJson(door, options.oracle.run, this.#many.paths), pace);
    const { cert, key } = createCertificate([options.host ?? '127.0.0.1', '127.0.0.1'], Date.now());
    this.#peer = createServer({ cert, key }, (request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => undefined);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
        if (!this.#tokens.has(token)) this.strangers++;
        this.#lastToken = token;
        const body = Buffer.concat(chunks).toString();
        if (this.#peerBehaviour === 'hang') {
          response.on('close', () => this.#givenUp++);
          return;
        }
        if (this.#peerBehaviour === 'refuse') {
          response.writeHead(503).end();
          return;
        }
        setTimeout(
          () => {
            if (response.destroyed) return;
            for (const line of body.split('\n').filter(Boolean)) this.#arrives(line, 'peer');
            response.writeHead(200).end();
          },
          this.#peerBehaviour === 'slow' ? 200 : 0,
        );
      });
    });
  }

  static async open(options: FlowOptions): Promise<Flow> {
    const port = await freePort();
    const flow = new Flow(options, port);
    await new Promise<void>((resolve) => flow.#peer.listen(0, '127.0.0.1', resolve));
    await flow.#configure(port);
    return flow;
  }

  start(random: SeededRandom): void {
    this.senders.start(random);
  }

  /** A new value; resolves when the server has it. */
  async rotateSecret(): Promise<void> {
    const value = `token-${this.name}-${++this.#turn}`;
    this.#tokens.add(value);
    const { bench } = this.#options;
    const input = {
      name: `token ${this.name}`,
      description: 'Of a walk',
      tags: [],
      active: true,
      expirationDate: Date.now() + 86_400_000,
      value,
    };
    await bench.api.call('PATCH', `/secrets/${this.#secretId}`, input);
    this.#newestToken = value;
    this.done.rotations++;
  }

  /** Saves a data sink with another setting that changes nothing of what it delivers. */
  async editSink(place: Place): Promise<void> {
    const { bench } = this.#options;
    const id = this.#sinkIds[place];
    const { revision, ...sink } = await bench.api.call<Editable>('GET', `/datasinks/${id}`);
    const config = { ...this.#creation(place), retry: { ...retry, maxWait: `${300 + (++this.#turn % 300)}ms` } };
    await bench.api.call('PUT', `/datasinks/${id}`, { id, revision, name: sink.name, description: '', tags: [], config });
    this.done.edits++;
  }

  /** Publishes another version, which delivers the same. */
  async publish(): Promise<void> {
    const { api } = this.#options.bench;
    const draft = await api.call<{ revision: number }>('GET', `/pipelines/${this.#pipelineId}/versions/Main`);
    const input = { revision: draft.revision, document: this.#document(++this.#turn) };
    const { revision } = await api.call<{ revision: number }>('PUT', `/pipelines/${this.#pipelineId}/draft`, input);
    await this.#options.bench.publish(this.#pipelineId, revision);
    this.done.publications++;
  }

  /**
   * Stops the running version and starts it again, at once or when the worker has stopped it, while the peer refuses what it has taken.
   * Nothing is sent while none runs. Calls that fail while the server or its database is away are made again, as a person would.
   */
  async stopAndStart(random: SeededRandom): Promise<void> {
    const { bench } = this.#options;
    const { api, clusterId } = bench;
    const done = <T>(what: string, call: () => Promise<T | undefined>): Promise<T> =>
      eventually(what, () => call().catch(() => undefined), patientMs);
    this.behave('refuse');
    await this.senders.acknowledged(backlogMin, patientMs);
    await this.senders.stop();
    const { runningVersion } = await done('the pipeline to be read', () => api.call<PipelineRow>('GET', `/pipelines/${this.#pipelineId}`));
    if (runningVersion !== null) {
      const path = `/pipelines/${this.#pipelineId}/versions/${runningVersion}`;
      const change = (verb: 'stop' | 'start') => () => api.call('POST', `${path}/${verb}`, { clusterIds: [clusterId] }).then(() => true);
      const before = await done('the deployment to be read', () => bench.deployment().then((id) => ({ id })));
      await done('a version to be stopped', change('stop'));
      const isStopped = () => bench.deployment().then((id) => (id === before.id ? undefined : true));
      if (random.chance(0.5)) await done('the worker to stop a version', isStopped);
      await done('a version to be started', change('start'));
      await done('a version to run', () => bench.running(this.#pipelineId, runningVersion).then(() => true));
    }
    this.behave('accept');
    this.senders.start(random);
  }

  /** How the peer treats requests from now on. */
  behave(behaviour: Behaviour): void {
    this.#peerBehaviour = behaviour;
    this.#peer.closeAllConnections();
  }

  /** Resolves when a request has ended that the peer lets hang, or when it does not let them hang any more. */
  async givesUp(withinMs: number): Promise<void> {
    const before = this.#givenUp;
    const isOver = () => (this.#givenUp > before || this.#peerBehaviour !== 'hang' ? true : undefined);
    await eventually(`${this.name} to give up a request`, isOver, withinMs);
  }

  /** What is still on its way: events that the peer has not got, and events that the ledger says wait for a data sink. */
  async underWay(): Promise<readonly string[]> {
    const owed = this.oracle.owedAt('peer');
    const { pipelines } = await this.#options.bench.totals();
    const counts = pipelines[this.#pipelineId];
    if (owed === 0 && (counts?.inFlight ?? 0) === 0) return [];
    return [`${this.name}: ${owed} events have not arrived at the peer; the ledger has ${JSON.stringify(counts)}`];
  }

  /** What its objects say that is not as it should be when all is well. */
  async troubles(): Promise<readonly string[]> {
    const { api } = this.#options.bench;
    const found: string[] = [];
    const listener = await api.call<{ state: string; reason: unknown }>('GET', `/listeners/${this.#listenerId}`);
    if (listener.state !== 'created' || listener.reason !== null)
      found.push(`${this.name}: its listener is ${listener.state}, ${JSON.stringify(listener.reason)}`);
    const { state, runningVersion } = await api.call<PipelineRow>('GET', `/pipelines/${this.#pipelineId}`);
    if (state !== 'running') found.push(`${this.name}: its pipeline is ${state}`);
    else {
      const { start, reason } = await api.call<{ start: unknown; reason: unknown }>(
        'GET',
        `/pipelines/${this.#pipelineId}/versions/${runningVersion}`,
      );
      if (start !== null || reason !== null) found.push(`${this.name}: its version is ${String(start)}, ${JSON.stringify(reason)}`);
    }
    if (this.strangers > 0) found.push(`${this.name}: ${this.strangers} requests with a token that never was`);
    if (this.#newestToken !== '' && this.#lastToken !== this.#newestToken)
      found.push(`${this.name}: the last request came with ${this.#lastToken}, the secret is ${this.#newestToken}`);
    return found;
  }

  /** When an event was sent at the latest, in UTC. */
  sentAt(number: number): string {
    return this.#sent.find(({ events }) => events > number)?.at ?? 'at the end';
  }

  /** Whether an event that was issued as number `first` or later is in a file written since then, in ms since 1970 UTC. */
  hasWritten(first: number, sinceMs: number): boolean {
    const isNew = (line: string): boolean => {
      const text = readLine(line).message;
      return text.startsWith(`${this.oracle.run};`) && numberOf(text) >= first;
    };
    return filesBelow(this.#options.files).some((file) => lastLines(file, sinceMs - clockStepMs).some(isNew));
  }

  /** Reads what its file data sinks wrote; the files that hold lines of others too. */
  readFiles(): readonly string[] {
    const { files } = this.#options;
    const mixed: string[] = [];
    for (const file of filesBelow(files)) {
      const name = relative(files, file);
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      const own = lines.filter((line) => readLine(line).message.startsWith(`${this.oracle.run};`));
      if (own.length > 0 && own.length < lines.length) mixed.push(name);
      for (const line of own) this.#arrives(line, name.split('/').includes('many') ? 'many' : 'file');
    }
    return mixed;
  }

  async close(): Promise<void> {
    clearInterval(this.#sampling);
    await this.senders.stop();
    this.senders.close();
    this.#peer.closeAllConnections();
    await new Promise<void>((resolve) => this.#peer.close(() => resolve()));
  }

  #arrives(line: string, place: Place): void {
    const { message, id } = readLine(line);
    const number = this.oracle.receive(message, place);
    if (number !== undefined) this.#options.ids.note(this.oracle.run, number, id);
  }

  #creation(place: Place): Readonly<Record<string, unknown>> {
    if (place !== 'peer') return { root: 'files', retry };
    const { port } = this.#peer.address() as AddressInfo;
    const baseUrl = `https://${this.#options.host ?? '127.0.0.1'}:${port}`;
    return { baseUrl, verify: false, auth: 'bearer', token: this.#secretId, timeout: '5s', order: 'strict', retry };
  }

  #document(turn: number): unknown {
    const node = { content: 'chosen', fields: [{ field: 'message' }, { field: '_id', name: 'id' }], maxWait: `${20 + (turn % 20)}ms` };
    const rotation = { maxSize: '256 KiB', every: '0' };
    return documentOf(
      [
        labelNode('in', this.#listenerId),
        datasinkNode('file', this.#sinkIds.file, 'file', { ...node, ...rotation, path: sharedPath }),
        datasinkNode('many', this.#sinkIds.many, 'file', {
          ...node,
          every: '0',
          path: 'many/${k}.ndjson',
          openFiles: this.#many.openFiles,
        }),
        datasinkNode('peer', this.#sinkIds.peer, 'http', { ...node, url: `/in?turn=${turn}`, maxEvents: 200 }),
      ],
      places.map((place) => `in>${place}`),
    );
  }

  async #configure(port: number): Promise<void> {
    const { bench, listener } = this.#options;
    const [firstToken] = [`token-${this.name}-0`];
    this.#tokens.add(firstToken);
    this.#secretId = await bench.secret(firstToken);
    for (const place of places) this.#sinkIds[place] = await bench.datasink(place === 'peer' ? 'http' : 'file', this.#creation(place));
    const json = { bind: '127.0.0.1', port, format: 'json' };
    this.#listenerId = await bench.listener(
      listener,
      listener === 'http' ? { ...json, extraction: 'lines' } : { ...json, reply: '${count}\n' },
    );
    this.#pipelineId = await bench.pipeline(this.#document(0));
  }
}

interface PipelineRow {
  readonly state: string;
  readonly runningVersion: string | null;
}

interface Editable {
  readonly revision: number;
  readonly name: string;
}

const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '500ms' };

/** Bodies have one to so many events, half of that on average. */
const eventsFor = (rate: number): number => Math.max(1, Math.round(((2 * rate) / sendersOfOne) * (everyMs / 1000)) - 1);

/** Each event with the name of the file it goes to. */
const asJson = (door: Door, run: number, paths: number): Door => ({
  send: (texts) => door.send(texts.map((message) => JSON.stringify({ message, k: `k${(numberOf(message) + run) % paths}` }))),
  close: () => door.close(),
});

const numberOf = (text: string): number => Number(text.split(';', 2)[1]);

function readLine(line: string): { readonly message: string; readonly id: string } {
  try {
    return JSON.parse(line) as { message: string; id: string };
  } catch {
    return { message: line, id: '' };
  }
}

/** The last whole lines of a file; none of one that was not written since then, or is gone. */
function lastLines(path: string, sinceMs: number): readonly string[] {
  try {
    if (statSync(path).mtimeMs < sinceMs) return [];
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(tailBytes);
      const from = Math.max(0, fstatSync(file).size - tailBytes);
      const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, tailBytes, from));
      return text.split('\n').slice(from === 0 ? 0 : 1, -1);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    // A rotation has renamed it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.includes('.ndjson'))
    .map((entry) => join(entry.parentPath, entry.name));
}
