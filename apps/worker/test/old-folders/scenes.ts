import { createHash } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sealText } from '@acequia/contract/fleet-crypto';
import { deploymentOf, fileNode, follows, httpNode, intoFiles, pipeline, step, toHttp, type Wanted } from './deployments.ts';
import { token } from './destination.ts';
import { committed, type Life } from './life.ts';

/** What the maker knows of the first process besides. */
interface FirstLife extends Life {
  /** Public half of the worker's keys that secrets are sealed for. */
  readonly sealingKey: string;
}

/** A state in which a worker's process dies. */
export interface Scene {
  readonly name: string;
  /** Before its first process. */
  prepare?(directory: string): void;
  readonly lookups?: ReadonlyMap<string, string>;
  /** Brings a process into the state; then it is killed. */
  enter(life: FirstLife): Promise<void>;
  /** Of the folder then: whether the process died in the state that is meant. It is made again where it did not. */
  isThere?(directory: string): boolean;
  /** What happens until the next process. */
  meanwhile?(directory: string): void;
  /** What the next process is given to do, once it runs. */
  goOn?(life: Life): unknown;
  /** File below the output folder → lines that stand there in the end, once each, without the events' ids. */
  readonly files?: Readonly<Record<string, readonly string[]>>;
  /** Lines that the HTTP destination has answered for in the end, once each, without the events' ids. */
  readonly sent?: readonly string[];
  /** Of these, what comes of events that the next process takes in: what they are called depends on what else it wrote before. */
  readonly fresh?: readonly string[];
  /** Open dead letters of the tenant `t1`. */
  readonly letters?: number;
}

/** Long enough that four of them tell a file from another one. */
const line = (number: number): string => `line ${number} of a log that is long enough to be told apart from all others`;
const linesFrom = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, index) => line(from + index));
const text = (lines: readonly string[]): string => lines.map((each) => `${each}\n`).join('');

const logOf = (directory: string, name: string): string => join(directory, 'in', name);
const write = (directory: string, name: string, lines: readonly string[]): void => appendFileSync(logOf(directory, name), text(lines));

/** Looks again and again; for the maker alone. */
async function until(isThere: () => boolean): Promise<void> {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 1));
}

interface StoredBranch {
  readonly checkpoint: string | null;
}
interface StoredCheckpoint {
  readonly n: number;
  readonly files: readonly { readonly path: string; readonly body: number }[];
}

/** What is committed of the files of a version. */
function checkpointOf(values: ReadonlyMap<string, unknown>): StoredCheckpoint | undefined {
  const version = values.get('v/PV_1') as { readonly branches: Readonly<Record<string, StoredBranch>> } | undefined;
  const checkpoint = version?.branches['out']?.checkpoint;
  return checkpoint ? (JSON.parse(checkpoint) as StoredCheckpoint) : undefined;
}
const lengthOf = (directory: string, path: string): number => statSync(join(directory, 'out', path)).size;
const isCommitted = ({ directory }: Life, path: string): boolean =>
  checkpointOf(committed(directory))?.files.some(({ body }) => body === lengthOf(directory, path)) ?? false;

const logsOf = (directory: string): string => join(directory, 'out/.acequia/t1');
const runLogsOf = (directory: string): string[] =>
  readdirSync(logsOf(directory))
    .filter((name) => name.endsWith('.opened'))
    .map((name) => join(logsOf(directory), name));
/** What the runs of the tenant's noted. */
const entriesOf = (directory: string): readonly { readonly n: number; readonly do: string }[] =>
  runLogsOf(directory).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((entry) => JSON.parse(entry) as { readonly n: number; readonly do: string }),
  );
const intoAll = deploymentOf({
  listeners: [follows(1, 'app')],
  datasinks: [intoFiles(1)],
  pipelines: [pipeline(1, 1, [fileNode(1, 'all')])],
});

/** Lines that were written and not committed, a line cut in its middle, and one of the run's own log too. */
const writtenAhead: Scene = {
  name: 'written ahead',
  enter: async (life) => {
    await life.fleet.deploy(intoAll);
    write(life.directory, 'app.log', linesFrom(0, 10));
    await until(() => life.lines('t1/all').length === 10 && isCommitted(life, 't1/all'));
    write(life.directory, 'app.log', linesFrom(10, 15));
    await until(() => life.lines('t1/all').length === 15);
  },
  isThere: (directory) => checkpointOf(committed(directory))!.files[0]!.body < lengthOf(directory, 't1/all'),
  meanwhile: (directory) => {
    appendFileSync(join(directory, 'out/t1/all'), '01a line 15 of a');
    for (const log of runLogsOf(directory)) appendFileSync(log, '{"n":99,"do":"op');
  },
  goOn: ({ directory }) => write(directory, 'app.log', linesFrom(15, 18)),
  files: { 't1/all': linesFrom(0, 18) },
  fresh: linesFrom(15, 18),
};

/** The file was rotated more than once since the last commit. */
const rotated: Scene = {
  name: 'rotated',
  enter: async (life) => {
    await life.fleet.deploy({ ...intoAll, pipelines: [pipeline(1, 1, [fileNode(1, 'all', { maxSize: '1 KiB', maxEvents: 5 })])] });
    write(life.directory, 'app.log', linesFrom(0, 5));
    await until(() => life.lines('t1/all').length === 5 && isCommitted(life, 't1/all'));
    write(life.directory, 'app.log', linesFrom(5, 45));
    await until(() => life.lines('t1/all').length === 45);
  },
  isThere: (directory) => {
    const { n } = checkpointOf(committed(directory))!;
    return entriesOf(directory).filter((entry) => entry.do === 'rotate' && entry.n > n).length > 1;
  },
  goOn: ({ directory }) => write(directory, 'app.log', linesFrom(45, 48)),
  files: { 't1/all': linesFrom(0, 48) },
  fresh: linesFrom(45, 48),
};

/** Two pipelines write to one file: one holds it, the other one has asked for it. */
const shared: Scene = {
  name: 'shared file',
  enter: async (life) => {
    const node = fileNode(1, 'all');
    await life.fleet.deploy({
      ...intoAll,
      listeners: [follows(1, 'app'), follows(2, 'other')],
      pipelines: [pipeline(1, 1, [node]), pipeline(2, 2, [node])],
    });
    write(life.directory, 'other.log', linesFrom(0, 5));
    await until(() => life.lines('t1/all').length === 5);
    write(life.directory, 'app.log', linesFrom(5, 10));
    await until(() => life.lines('t1/all').length === 10);
    write(life.directory, 'other.log', linesFrom(10, 15));
    await until(() => wantedIn(life.directory).length > 0);
  },
  isThere: (directory) => wantedIn(directory).length > 0 && readdirSync(join(logsOf(directory), 'held')).length > 0,
  files: { 't1/all': linesFrom(0, 15) },
};
const wantedIn = (directory: string): string[] => readdirSync(join(logsOf(directory), 'wanted'));

/** A request is under way and not answered; one before it was refused. */
const answerDue: Scene = {
  name: 'answer due',
  enter: async (life) => {
    const { destination, fleet, directory } = life;
    fleet.send({ type: 'secrets', version: 1, ...sealText(JSON.stringify({ SE_1: token }), life.sealingKey) });
    await fleet.deploy(overHttp(destination.port));
    write(directory, 'app.log', linesFrom(0, 5));
    await until(() => destination.received.length === 1);
    destination.answer = () => 400;
    write(directory, 'app.log', ['refused']);
    await until(() => destination.received.length === 2);
    await until(() => life.stored('t/LI_1') !== undefined);
    destination.answer = () => undefined;
    write(directory, 'app.log', linesFrom(5, 13));
    await until(() => destination.received.length === 3);
  },
  isThere: (directory) => existsSync(join(directory, 'data/state/secrets.json')),
  sent: linesFrom(0, 13),
  letters: 1,
};
const overHttp = (port: string): Wanted =>
  deploymentOf({ listeners: [follows(1, 'app')], datasinks: [toHttp(1, port)], pipelines: [pipeline(1, 1, [httpNode(1)])] });

/** The log was rotated by renaming, twice while the worker was not there, with lines that it has not read in three files. */
const renamed: Scene = {
  name: 'renamed',
  enter: async (life) => {
    const { directory } = life;
    await life.fleet.deploy(intoAll);
    write(directory, 'app.log', linesFrom(0, 10));
    await until(() => life.lines('t1/all').length === 10);
    rename(directory, 'app.log', 'app.log.1');
    write(directory, 'app.log', linesFrom(10, 15));
    appendFileSync(logOf(directory, 'app.log'), line(15).slice(0, 20));
    await until(() => life.lines('t1/all').length === 15 && isCommitted(life, 't1/all'));
  },
  meanwhile: (directory) => {
    write(directory, 'app.log.1', linesFrom(25, 27));
    appendFileSync(logOf(directory, 'app.log'), text([line(15).slice(20), line(16)]));
    rename(directory, 'app.log.1', 'app.log.2');
    rename(directory, 'app.log', 'app.log.1');
    write(directory, 'app.log', linesFrom(17, 25));
  },
  files: { 't1/all': linesFrom(0, 27) },
  fresh: linesFrom(15, 27),
};
const rename = (directory: string, from: string, to: string): void => renameSync(logOf(directory, from), logOf(directory, to));

/** The log was copied and is not emptied yet; the rotation ends while the next process runs. */
const copied: Scene = {
  name: 'copied',
  enter: async (life) => {
    await life.fleet.deploy(intoAll);
    write(life.directory, 'app.log', linesFrom(0, 10));
    await until(() => life.lines('t1/all').length === 10 && isCommitted(life, 't1/all'));
  },
  meanwhile: (directory) => {
    write(directory, 'app.log', linesFrom(10, 15));
    copyFileSync(logOf(directory, 'app.log'), logOf(directory, 'app.log.1'));
  },
  goOn: async ({ directory, fleet, lines }) => {
    await fleet.until(() => lines('t1/all').length >= 15);
    truncateSync(logOf(directory, 'app.log'));
    write(directory, 'app.log', linesFrom(15, 25));
  },
  files: { 't1/all': linesFrom(0, 25) },
  fresh: linesFrom(10, 25),
};

/** The same, and it was emptied while the worker was not there. */
const emptied: Scene = {
  ...copied,
  name: 'emptied',
  meanwhile: (directory) => {
    copied.meanwhile!(directory);
    truncateSync(logOf(directory, 'app.log'));
    write(directory, 'app.log', linesFrom(15, 25));
  },
  goOn: () => undefined,
};

const countsLines = step('count', 'group-by', { every: 1, unit: 'day', aggregations: [{ function: 'count', name: 'n' }] });
const keyedBy = (running: readonly number[]): Wanted =>
  deploymentOf({
    listeners: [follows(1, 'app')],
    datasinks: [intoFiles(1)],
    pipelines: [
      pipeline(1, 1, [step('once', 'dedupe', { keys: ['message'], within: '7d' }), fileNode(1, 'once')]),
      pipeline(2, 1, [countsLines, fileNode(1, 'counts', { template: 'all ${n}' })]),
    ].filter((_, index) => running.includes(index + 1)),
  });
/** Keys that were seen and a window that is open, in state files and in what was taken in after them. */
const keyed: Scene = {
  name: 'keyed',
  enter: async (life) => {
    const { directory } = life;
    await life.fleet.deploy(keyedBy([1, 2]));
    write(directory, 'app.log', linesFrom(0, 6));
    const isKept = (id: string) => {
      const { state } = (life.stored(`v/${id}`) ?? {}) as { readonly state?: { readonly kept: unknown } | null };
      return typeof state?.kept === 'object' && life.lines('t1/once').length === 6;
    };
    await until(() => isKept('PV_1') && isKept('PV_2'));
    write(directory, 'app.log', linesFrom(4, 8));
    await until(() => life.lines('t1/once').length === 8);
  },
  goOn: async ({ directory, fleet, lines }) => {
    write(directory, 'app.log', linesFrom(3, 9));
    await fleet.until(({ branches }) => lines('t1/once').length >= 9 && branches.every(({ queuedEvents }) => queuedEvents === 0));
    // What is no longer deployed gives what it has.
    await fleet.deploy(keyedBy([1]));
  },
  files: { 't1/once': linesFrom(0, 9), 't1/counts': ['16'] },
  fresh: [line(8), '16'],
};

const tableOf = (color: string): string => `name,color\nlog,${color}\n`;
const tables = [1, 2].map((number) => ({ number, id: `LV_${number}`, content: tableOf(number === 1 ? 'red' : 'blue') }));
const coloured = (inForce: number, port: string): Wanted =>
  deploymentOf({
    listeners: [follows(1, 'app')],
    datasinks: [toHttp(1, port)],
    pipelines: [
      pipeline(1, 1, [
        step('look', 'lookup', { lookup: 'LK_1', key: 'log', columns: [{ column: 'color' }] }),
        httpNode(1, '${_id} ${color} ${message}'),
      ]),
    ],
    lookups: [
      {
        id: 'LK_1',
        tenantId: 't1',
        format: 'csv',
        separator: null,
        keyColumn: 'name',
        activeNumber: inForce,
        versions: tables
          .filter(({ number }) => number === inForce)
          .map(({ id, number, content }) => ({
            id,
            number,
            bytes: Buffer.byteLength(content),
            sha256: createHash('sha256').update(content).digest('hex'),
          })),
      },
    ],
  });
/** Events wait for a destination that met two versions of a lookup; the server cannot be asked for the files any more. */
const lookedUp: Scene = {
  name: 'looked up',
  lookups: new Map(tables.map(({ id, content }) => [id, content])),
  enter: async (life) => {
    const { directory, fleet, destination } = life;
    fleet.send({ type: 'secrets', version: 1, ...sealText(JSON.stringify({ SE_1: token }), life.sealingKey) });
    destination.answer = () => undefined;
    await fleet.deploy(coloured(1, destination.port));
    write(directory, 'app.log', linesFrom(0, 8));
    await until(() => destination.received.length === 1);
    await fleet.deploy(coloured(2, destination.port));
    write(directory, 'app.log', linesFrom(8, 16));
    const isCounted = () => [...fleet.ledger.values()].some(({ node, counts }) => node === 'in' && counts['entered'] === 16);
    await until(() => isCounted() && life.stored('e/LI_1') !== undefined);
  },
  isThere: (directory) => readdirSync(join(directory, 'data/lookups')).length === 2,
  sent: [...linesFrom(0, 8).map((each) => `red ${each}`), ...linesFrom(8, 16).map((each) => `blue ${each}`)],
};

const red = { id: 'LB_1', name: 'Red', condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: 'red' } } };
const copies = pipeline(2, 2, [fileNode(2, 'all')], { tenantId: 't2', startedMs: 1 });
const t2 = {
  listeners: [follows(2, 'other', 't2', [red])],
  datasinks: [intoFiles(2, 't2')],
  pipelines: [copies],
};
/**
 * The server could not read what one tenant runs when it sent the last deployment, and the data sink of the other one was edited; a
 * replay is under way. The process before had ended for want of memory.
 */
const unread: Scene = {
  name: 'unread',
  prepare: (directory) => {
    mkdirSync(join(directory, 'data/last-life'), { recursive: true });
    const header = { event: 'Allocation failed - JavaScript heap out of memory', dumpEventTimeStamp: '1795867000000' };
    writeFileSync(join(directory, 'data/last-life/heap-report.json'), JSON.stringify({ header }));
  },
  enter: async (life) => {
    const { directory, fleet } = life;
    const both = deploymentOf({
      listeners: [...intoAll.listeners, ...t2.listeners],
      datasinks: [...intoAll.datasinks, ...t2.datasinks],
      pipelines: [...intoAll.pipelines, ...t2.pipelines],
    });
    await fleet.deploy(both);
    write(directory, 'app.log', linesFrom(0, 5));
    write(directory, 'other.log', linesFrom(5, 11));
    await until(() => life.lines('t1/all').length === 5 && life.lines('t2/all').length === 6);
    const range = { fromMs: 0, toMs: 4_000_000_000_000 };
    await fleet.deploy({
      ...deploymentOf({ ...t2, datasinks: [intoFiles(2, 't2', 2)], unread: ['t1'] }),
      cluster: {
        ...both.cluster,
        egress: {
          mode: 'open',
          allowed: ['127.0.0.0/8'],
          loopback: true,
          own: ['127.0.0.1:1'],
          tenants: { t1: ['127.0.0.0/8'] },
          closed: ['t9'],
        },
      },
      lookups: coloured(1, '').lookups!.map((lookup) => ({ ...lookup, tenantId: 't2', separator: ',' as const })),
      replays: [
        { id: 'RP_1', tenantId: 't2', listenerId: 'LI_2', ...range, pipeline: copies, decode: 'current', keys: 'same', eventsPerSecond: 2 },
      ],
    });
    await until(() => life.lines('t2/all.RP_1').length > 1);
  },
  lookups: new Map(tables.map(({ id, content }) => [id, content])),
  goOn: ({ directory }) => {
    write(directory, 'app.log', linesFrom(11, 14));
    write(directory, 'other.log', linesFrom(14, 17));
  },
  files: {
    't1/all': [...linesFrom(0, 5), ...linesFrom(11, 14)],
    't2/all': [...linesFrom(5, 11), ...linesFrom(14, 17)],
    't2/all.RP_1': linesFrom(5, 11),
  },
  fresh: linesFrom(11, 17),
};

export const scenes: readonly Scene[] = [writtenAhead, rotated, shared, answerDue, renamed, copied, emptied, keyed, lookedUp, unread];
