import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  realpathSync,
  mkdtempSync,
  openSync,
  closeSync,
  existsSync,
  lstatSync,
  writeSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { silentLog } from '@acequia/base';
import { Disconnected, FileShare } from '@acequia/component-sdk/runtime';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileStore, type FileStoreOptions } from './file-store.ts';

const runs = Number(process.env['ACEQUIA_MODEL_RUNS'] ?? 60);
const paths = ['a', 'b.gz', 'deep/c', 'deep/d'];
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Lets a write to a file of `faults.below` put down so many bytes and then fail, and cutting off fail with it. */
const faults: { below: string; writeAfter: number | undefined; truncates: number } = { below: '', writeAfter: undefined, truncates: 0 };
let restore = (): void => undefined;

beforeAll(async () => {
  const handle = await open(join(tmpdir()), 'r');
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { write, truncate } = prototype;
  const fail = (code: string) => Object.assign(new Error(code), { code });
  prototype.write = async function (this: FileHandle, ...args: never[]) {
    const [bytes, offset, length, position] = args as unknown as [Uint8Array, number, number | undefined, number];
    if (faults.writeAfter === undefined || length === undefined) return Reflect.apply(write, this, args);
    const part = Math.min(length, faults.writeAfter);
    faults.writeAfter = undefined;
    if (part > 0) await Reflect.apply(write, this, [bytes, offset, part, position]);
    throw fail('ENOSPC');
  } as never;
  prototype.truncate = async function (this: FileHandle, ...args: never[]) {
    if (faults.truncates > 0) {
      faults.truncates -= 1;
      throw fail('EIO');
    }
    return Reflect.apply(truncate, this, args);
  } as never;
  restore = () => Object.assign(prototype, { write, truncate });
});
afterAll(() => restore());

interface Line {
  readonly id: number;
  readonly slot: number;
}

/** One branch: the store it has now, what was reported and what was committed. */
interface Slot {
  readonly tenantId: string;
  readonly options: FileStoreOptions;
  store: FileStore | undefined;
  reported: string | undefined;
  committed: string | undefined;
  /** Lines reported since the commit. */
  uncommitted: Set<number>;
  /** A file that the last call left open. */
  openPath: string | undefined;
}

/** The real folder, and the lines that must be in it. */
class World {
  readonly root = mkdtempSync(join(tmpdir(), 'acequia-store-'));
  readonly slots: Slot[];
  readonly tail: Buffer;
  readonly present = new Map<number, Line>();
  next = 0;
  nowMs = Date.UTC(2026, 10, 24);

  readonly filesMax: number;

  constructor(tail: string, openFiles: number, filesMax = 1000) {
    this.filesMax = filesMax;
    const share = new FileShare(filesMax);
    this.tail = Buffer.from(tail);
    this.slots = ['one', 'one', 'two'].map((tenantId, index) => ({
      tenantId,
      store: undefined,
      reported: undefined,
      committed: undefined,
      uncommitted: new Set(),
      openPath: undefined,
      options: {
        root: this.root,
        roots: [this.root],
        tenantId,
        mode: 0o640,
        sync: false,
        limits: { maxBytes: 150, everyMs: 0, keepFiles: undefined, keepDays: undefined },
        openFiles,
        share,
        tail: this.tail,
        now: () => (this.nowMs += 5),
        pause: () => this.beat(),
        run: `run${index}`,
        pipelineId: 'pipeline',
        mayName: () => true,
        log: silentLog,
      },
    }));
  }

  /** Lines of every file of a tenant, in order. */
  files(tenantId: string): { readonly path: string; readonly lines: Line[]; readonly whole: boolean }[] {
    const folder = join(this.root, tenantId);
    mkdirSync(folder, { recursive: true });
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => {
        const text = readFileSync(path, 'utf8');
        const lines = text.split('\n').flatMap((line) => {
          const [found] = /\{"id":\d+,"slot":\d\}$/.exec(line) ?? [];
          return found === undefined ? [] : [JSON.parse(found) as Line];
        });
        return { path, lines, whole: text === '' || text.endsWith(`\n${this.tail.toString()}`) };
      });
  }

  check(): void {
    const found = ['one', 'two'].flatMap((tenantId) =>
      this.files(tenantId).flatMap(({ path, lines, whole }) => {
        if (!whole) throw new Error(`${path} ends in half a line`);
        return lines.map(({ id, slot }) => `${tenantId} ${slot} ${id}`);
      }),
    );
    const expected = [...this.present.values()].map(({ id, slot }) => `${this.slots[slot]!.tenantId} ${slot} ${id}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
  }

  async ready(index: number): Promise<FileStore> {
    const slot = this.slots[index]!;
    if (slot.store === undefined) {
      slot.openPath = undefined;
      slot.store = await FileStore.open(slot.options, slot.reported);
    }
    return slot.store;
  }

  /** The call of the engine: several lines of one path in one append. */
  append(store: FileStore, index: number, path: string, count: number): Promise<unknown> {
    const lines = Array.from({ length: count }, () => ({ id: this.next++, slot: index }));
    const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return store
      .append(
        path,
        bytes.length,
        () => [0],
        () => Promise.resolve(bytes),
      )
      .then(({ checkpoint }) => {
        const slot = this.slots[index]!;
        slot.reported = checkpoint;
        slot.openPath = path;
        if (this.filesMax < 10) expect(openBelow(this.root).length).toBeLessThanOrEqual(this.filesMax + 2 * (this.slots.length - 1));
        for (const line of lines) {
          this.present.set(line.id, line);
          slot.uncommitted.add(line.id);
        }
      })
      .catch((error: unknown) => {
        this.slots[index]!.openPath = undefined;
        throw error;
      });
  }

  /** What the engine does on each beat. */
  async beat(): Promise<void> {
    for (const { store, committed } of this.slots) store?.committed(committed);
    await new Promise((resolve) => setImmediate(resolve));
  }

  commit(index: number): void {
    const { reported, committed, uncommitted } = this.slots[index]!;
    // After a crash, what was not committed is sent again.
    if (reported === committed) return;
    this.slots[index]!.committed = reported;
    uncommitted.clear();
  }

  /** Names in a folder of the product's, with what they lead to. */
  links(tenantId: string, kind: string): Map<string, string> {
    const folder = join(this.root, '.acequia', tenantId, kind);
    return new Map(existsSync(folder) ? readdirSync(folder).map((name) => [join(folder, name), readlinkSync(join(folder, name))]) : []);
  }

  isHeld({ tenantId, options }: Slot, to: string): boolean {
    return [...this.links(tenantId, 'held').values()].some((owner) => owner.startsWith(`${options.run} `) && owner.endsWith(` ${to}`));
  }

  /** The process dies: nothing is closed or given back, and a write under way may have left a part of itself. */
  async crash(torn: boolean): Promise<void> {
    await this.beat();
    const written = this.slots.map((slot) => torn && slot.store && slot.openPath !== undefined && this.isHeld(slot, slot.openPath));
    const kinds = ['held', 'wanted', ...this.slots.map(({ options }) => `holders/${options.run}`)];
    const links = ['one', 'two'].flatMap((tenantId) => kinds.flatMap((kind) => [...this.links(tenantId, kind)]));
    for (const [index, slot] of this.slots.entries()) {
      if (slot.store === undefined) continue;
      const log = join(this.root, '.acequia', slot.tenantId, `${slot.options.run}.opened`);
      const noted = readFileSync(log);
      await slot.store.close();
      writeFileSync(log, torn ? Buffer.concat([noted, Buffer.from('{"n":99,"do":"op')]) : noted);
      if (written[index] === true) {
        const path = join(this.root, slot.tenantId, slot.openPath!);
        const { size } = statSync(path);
        const fd = openSync(path, 'r+');
        writeSync(fd, '#####', Math.max(0, size - this.tail.length));
        closeSync(fd);
      }
      slot.store = undefined;
    }
    for (const [name, owner] of links) if (lstatSync(name, { throwIfNoEntry: false }) === undefined) symlinkSync(owner, name);
    for (const slot of this.slots) slot.reported = slot.committed;
  }

  /** What must be gone once a slot has opened after a crash: all that it had not committed. */
  undo(index: number): void {
    const { tenantId, uncommitted } = this.slots[index]!;
    for (const { path, lines } of this.files(tenantId)) {
      // Where another program has moved a file, nothing of it is found again.
      if (path.startsWith(join(this.root, tenantId, 'moved'))) continue;
      for (const { id } of lines) if (uncommitted.has(id)) this.present.delete(id);
    }
    uncommitted.clear();
  }

  /** What people, log rotation and shippers do to a file while it is written. */
  change(tenantId: string, to: string, act: 'removes' | 'moves' | 'empties'): void {
    const path = join(this.root, tenantId, to);
    const there = this.files(tenantId).find((file) => file.path === path);
    if (there === undefined || !there.whole) return;
    for (const slot of this.slots) if (slot.tenantId === tenantId && slot.openPath === to) slot.openPath = undefined;
    if (act === 'moves') {
      mkdirSync(join(this.root, tenantId, 'moved'), { recursive: true });
      renameSync(path, join(this.root, tenantId, 'moved', `${this.next++}`));
      return;
    }
    for (const { id } of there.lines) this.present.delete(id);
    if (act === 'removes') rmSync(path);
    else truncateSync(path);
  }

  async end(): Promise<void> {
    faults.writeAfter = undefined;
    faults.truncates = 0;
    for (const slot of this.slots) await slot.store?.close();
    expect(openBelow(this.root)).toEqual([]);
  }
}

/** What this process has open below a folder. */
const openBelow = (folder: string): string[] =>
  readdirSync('/proc/self/fd')
    .flatMap((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return [];
      }
    })
    .filter((path) => path.startsWith(folder));

type Command = fc.AsyncCommand<object, World>;
const command = (name: string, run: (world: World) => Promise<void>): Command => ({
  check: () => true,
  run: async (_, world) => {
    await run(world);
  },
  toString: () => name,
});

const acceptable = ['DELIVERY_FILE_IN_USE', 'DELIVERY_CONNECTION_CLOSED'];

/** Opens after a crash undo; opens after a close do not. */
async function use(world: World, index: number): Promise<FileStore> {
  const slot = world.slots[index]!;
  if (slot.store !== undefined) return slot.store;
  const crashed = slot.reported === slot.committed;
  if (crashed) world.undo(index);
  return world.ready(index);
}

const slot = fc.nat(2);
const path = fc.constantFrom(...paths);
const commands = [
  fc.tuple(slot, path, fc.integer({ min: 1, max: 3 })).map(([index, to, count]) =>
    command(`append(${index}, ${to}, ${count})`, async (world) => {
      const error = await errorOf(world.append(await use(world, index), index, to, count));
      if (error !== undefined) expect(acceptable).toContain((error as Disconnected).code);
    }),
  ),
  fc.tuple(slot, path, fc.nat(90), fc.nat(2)).map(([index, to, after, truncates]) =>
    command(`failing(${index}, ${to}, ${after} bytes, ${truncates} truncates)`, async (world) => {
      const store = await use(world, index);
      Object.assign(faults, { writeAfter: after, truncates });
      // Where the write that failed is one of a log, the append may succeed: then its lines count.
      await errorOf(world.append(store, index, to, 2));
      Object.assign(faults, { writeAfter: undefined, truncates: 0 });
    }),
  ),
  slot.map((index) =>
    command(`commit(${index})`, async (world) => {
      world.commit(index);
      await world.beat();
    }),
  ),
  slot.map((index) =>
    command(`close(${index})`, async (world) => {
      await world.slots[index]!.store?.close();
      world.slots[index]!.store = undefined;
    }),
  ),
  fc.tuple(slot, path, fc.boolean()).map(([index, to, first]) =>
    command(`append and close at once(${index}, ${to}, ${first ? 'append' : 'close'} first)`, async (world) => {
      const store = await use(world, index);
      const closing = first ? undefined : store.close();
      const appends = [world.append(store, index, to, 1), world.append(store, index, paths[0]!, 1)].map(errorOf);
      await Promise.all([closing ?? store.close(), store.close()]);
      for (const error of await Promise.all(appends)) if (error !== undefined) expect(acceptable).toContain((error as Disconnected).code);
      expect(await errorOf(world.append(store, index, to, 1))).toBeInstanceOf(Disconnected);
      world.slots[index]!.store = undefined;
    }),
  ),
  slot.map((index) =>
    command(`second store of one run(${index})`, async (world) => {
      await use(world, index);
      const error = await errorOf(FileStore.open(world.slots[index]!.options, undefined));
      expect(error).toMatchObject({ code: 'DELIVERY_FILE_IN_USE' });
    }),
  ),
  fc
    .tuple(fc.constantFrom('one', 'two'), path, fc.constantFrom('removes', 'moves', 'empties'))
    .map(([tenantId, to, act]) => command(`another program ${act}(${tenantId}, ${to})`, async (world) => world.change(tenantId, to, act))),
  fc.constantFrom(100, 1500, 40_000).map((ms) =>
    command(`${ms} ms pass`, async (world) => {
      world.nowMs += ms;
      await world.beat();
    }),
  ),
  fc.tuple(fc.nat(1), path, fc.boolean(), fc.boolean()).map(([index, to, torn, comesBack]) =>
    command(
      `crash(${torn ? 'torn' : 'whole'}) of a writer, ${index} comes to ${to} first${comesBack ? '' : ', and it stays away'}`,
      async (world) => {
        await errorOf(world.append(await use(world, 1 - index), 1 - index, to, 1));
        await world.crash(torn);
        const mine = world.isHeld(world.slots[index]!, to);
        let error: unknown;
        for (let attempt = 0; attempt < (comesBack ? 1 : 30); attempt += 1) {
          error = await errorOf(world.append(await use(world, index), index, to, 1));
          if (error === undefined) break;
          expect(acceptable).toContain((error as Disconnected).code);
          world.nowMs += 5000;
        }
        if (!comesBack && !mine) expect(error).toBeUndefined();
      },
    ),
  ),
  fc.boolean().map((torn) => command(`crash(${torn ? 'torn' : 'whole'})`, (world) => world.crash(torn))),
];

test.each([
  ['', 1],
  ['', 2],
  ['', 8],
  [']\n', 2],
  ['', 8, 6],
] as const)(
  'every order of calls, failing writes and crashes leaves each line that was reported and not undone once, and nobody waits for who is idle (tail %j, %i open, of all %s)',
  { timeout: 600_000 },
  async (tail, openFiles, filesMax?: number) => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40 }), async (sequence) => {
        const world = new World(tail, openFiles, filesMax);
        try {
          await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence);
          for (const index of world.slots.keys()) {
            await use(world, index);
            world.commit(index);
          }
          // All are idle: nobody waits for any of their files.
          for (const [index, to] of [...paths, ...paths].flatMap((each) => [0, 1, 2].map((one) => [one, each] as const))) {
            await world.append(await use(world, index), index, to, 1);
            world.commit(index);
          }
          await world.end();
          world.check();
        } finally {
          await world.end();
          rmSync(world.root, { recursive: true, force: true });
        }
      }),
      { numRuns: runs, seed: 19, endOnFailure: false },
    );
  },
);

const one = (world: World): FileStoreOptions => ({
  ...world.slots[0]!.options,
  limits: { ...world.slots[0]!.options.limits, maxBytes: 0 },
});
const appendTo = (store: FileStore, to: string, text: string) =>
  store.append(
    to,
    text.length,
    () => [0],
    () => Promise.resolve(Buffer.from(text)),
  );

test(
  '10,000 paths with two files open, closed and opened again under way and after a crash: each line once',
  { timeout: 240_000 },
  async () => {
    const world = new World('', 2);
    const count = 10_000;
    let checkpoint: string | undefined;
    let committed: string | undefined;
    let store = await FileStore.open(one(world), undefined);
    const write = async (n: number) => {
      ({ checkpoint } = await appendTo(store, `${n % 100}/${n % count}`, `${n}\n`));
      if (n % 50 === 49 && committed === undefined) store.committed(checkpoint);
      if (n % 2000 !== 1999) return;
      await store.close();
      store = await FileStore.open(one(world), checkpoint);
    };
    for (let n = 0; n < count + 1000; n += 1) {
      if (n === count - 3000) committed = checkpoint;
      await write(n);
    }
    await store.close();
    // The process dies before the rest is committed; its lines come once more.
    store = await FileStore.open(one(world), committed);
    for (let n = count - 3000; n < count + 1000; n += 1) await write(n);
    await store.close();
    const wrong = Array.from({ length: count }, (_, n) => join(world.root, 'one', `${n % 100}/${n}`)).filter(
      (file, n) => readFileSync(file, 'utf8') !== (n < 1000 ? `${n}\n${n + count}\n` : `${n}\n`),
    );
    expect(wrong).toEqual([]);
    await world.end();
    rmSync(world.root, { recursive: true });
  },
);

test('a checkpoint stays within its bound, however long the paths of open files are, and what was appended is reported', async () => {
  const world = new World('', 512);
  const store = await FileStore.open(one(world), undefined);
  const long = (n: number) => `${'"'.repeat(200)}/${'é'.repeat(100)}/${n}`;
  let last = '';
  for (let n = 0; n < 300; n += 1) {
    const { checkpoint } = await appendTo(store, n % 2 === 0 ? long(n) : `short ${n}`, `${n}\n`);
    expect(Buffer.byteLength(checkpoint)).toBeLessThan(64 * 1024);
    last = checkpoint;
  }
  expect((JSON.parse(last) as { files: unknown[] }).files.length).toBeGreaterThan(40);
  await store.close();
  for (let n = 0; n < 300; n += 1)
    expect(readFileSync(join(world.root, 'one', n % 2 === 0 ? long(n) : `short ${n}`), 'utf8')).toBe(`${n}\n`);
  await world.end();
  rmSync(world.root, { recursive: true });
});

test('a file held by a run in one thread is not taken by another run in another thread', async () => {
  const world = new World('', 2);
  const store = await FileStore.open(one(world), undefined);
  const { checkpoint } = await appendTo(store, 'a', 'mine\n');
  const module = new URL('./file-holds.ts', import.meta.url).href;
  const logs = join(realpathSync(world.root), '.acequia/one');
  const other = JSON.stringify({ logs, run: 'other', pipelineId: 'p' });
  const answer = () =>
    new Promise((resolve, reject) => {
      const thread = new Worker(
        `import(${JSON.stringify(module)}).then(async ({ FileHolds }) => {
          const holds = await FileHolds.open({ ...${other}, now: () => Date.now() });
          require('node:worker_threads').parentPort.postMessage(await holds.take('a', 1));
        })`,
        { eval: true },
      );
      thread.once('message', resolve).once('error', reject);
    });
  expect(await answer()).toBe(false);
  store.committed(checkpoint);
  await store.close();
  expect(await answer()).toBe(true);
  await world.end();
  rmSync(world.root, { recursive: true });
});

test('a file that another program removes, moves or empties is begun anew: no line is lost, no hole is left', async () => {
  const world = new World('', 2);
  const store = await FileStore.open(one(world), undefined);
  const at = (path: string) => join(world.root, 'one', path);
  const acts = { removed: rmSync, moved: (path: string) => renameSync(path, `${path}.1`), emptied: (path: string) => truncateSync(path) };
  for (const [name, act] of Object.entries(acts)) {
    await appendTo(store, name, 'before\n');
    act(at(name));
    await appendTo(store, name, 'after\n');
    expect(readFileSync(at(name), 'utf8')).toBe('after\n');
  }
  expect(readFileSync(at('moved.1'), 'utf8')).toBe('before\n');
  await appendTo(store, 'longer', 'ours\n');
  appendFileSync(at('longer'), 'theirs\n');
  await appendTo(store, 'longer', 'ours again\n');
  expect(readFileSync(at('longer'), 'utf8')).toBe('ours\ntheirs\nours again\n');
  await store.close();
  await world.end();
  rmSync(world.root, { recursive: true });
});

test('folders that another program removes under way are made again by the next store, with nothing for a person to do', async () => {
  const world = new World('', 2);
  for (const removed of ['one', '.acequia']) {
    const store = await FileStore.open(one(world), undefined);
    await appendTo(store, 'a', 'before\n');
    rmSync(join(world.root, removed), { recursive: true });
    world.nowMs += 60_000;
    expect(await errorOf(appendTo(store, 'a', 'lost\n'))).toBeInstanceOf(Disconnected);
    await store.close();
    const again = await FileStore.open(one(world), undefined);
    await appendTo(again, 'a', 'after\n');
    await again.close();
    expect(readFileSync(join(world.root, 'one/a'), 'utf8').endsWith('after\n')).toBe(true);
  }
  await world.end();
  rmSync(world.root, { recursive: true });
});

test('a link that leads to nothing refuses its events alone', async () => {
  const world = new World('', 2);
  const store = await FileStore.open(one(world), undefined);
  symlinkSync('/nonexistent/x', join(world.root, 'one/dangling'));
  expect(await errorOf(appendTo(store, 'dangling/x', 'x\n'))).toMatchObject({ code: 'DELIVERY_PATH_OUTSIDE', name: 'Reject' });
  await appendTo(store, 'other', 'x\n');
  await store.close();
  await world.end();
  rmSync(world.root, { recursive: true });
});

test('many stores keep no more files open than their share, an idle one gives its own up, and every line is written', async () => {
  const world = new World('', 64, 40);
  const stores = await Promise.all(
    Array.from({ length: 10 }, (_, n) => FileStore.open({ ...one(world), run: `many${n}`, pipelineId: `p${n}` }, undefined)),
  );
  const open = () => openBelow(world.root).length;
  const first = stores[0]!;
  let checkpoint: string | undefined;
  for (let n = 0; n < 60; n += 1) ({ checkpoint } = await appendTo(first, `0/${n}`, 'x\n'));
  expect(open()).toBeLessThanOrEqual(40);
  expect(open()).toBeGreaterThan(35);
  for (let n = 0; n < 60; n += 1) await Promise.all(stores.slice(1).map((store, index) => appendTo(store, `${index + 1}/${n}`, 'x\n')));
  expect(open()).toBeLessThanOrEqual(50);
  // Nothing more comes to the first store, but it is asked after each commit.
  for (let n = 0; n < 30; n += 1) {
    first.committed(checkpoint);
    await Promise.all(stores.slice(1).map((store, index) => appendTo(store, `${index + 1}/${n}`, 'x\n')));
  }
  expect(openBelow(join(world.root, 'one/0')).length).toBeLessThanOrEqual(3);
  expect(open()).toBeLessThanOrEqual(40);
  await Promise.all(stores.map((store) => store.close()));
  for (let n = 0; n < 600; n += 1) expect(readFileSync(join(world.root, `one/${n % 10}/${Math.floor(n / 10)}`), 'utf8')).toMatch(/^x/);
  await world.end();
  rmSync(world.root, { recursive: true });
});

test('a process that may open few files writes every line all the same, and says nothing a hundred times', () => {
  const root = mkdtempSync(join(tmpdir(), 'acequia-few-'));
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `
    const [{ FileStore }, { FileShare }] = await Promise.all([import(${module('./file-store.ts')}), import(${module('../../../../component-sdk/src/runtime/file-share.ts')})]);
    const share = new FileShare(100000);
    const lines = [];
    const note = (fields, text) => lines.push(text);
    const log = { error: note, warn: note, info: note, debug: note, child: () => log };
    const options = { root: ${JSON.stringify(root)}, roots: [${JSON.stringify(root)}], tenantId: 'one', mode: 0o640, sync: false, share,
      limits: { maxBytes: 0, everyMs: 0 }, openFiles: 64, tail: new Uint8Array(), now: () => Date.now(), pause: async () => {},
      pipelineId: 'p', mayName: () => true, log };
    const stores = [];
    for (const run of ['a', 'b', 'c']) stores.push(await FileStore.open({ ...options, run }, undefined));
    const errors = [];
    for (let n = 0; n < 100; n++)
      for (const [index, store] of stores.entries()) {
        const made = await store.append(index + '/' + n, 2, () => [0], async () => Buffer.from('x\\n')).catch((error) => errors.push(String(error)));
        store.committed(made.checkpoint);
      }
    for (const store of stores) await store.close();
    console.log(JSON.stringify({ errors: errors.length, first: errors[0], lines: lines.length }));
  `;
  const command = 'ulimit -n 80 && exec "$0" --input-type=module -e "$1"';
  const said = execFileSync('sh', ['-c', command, process.execPath, program], { encoding: 'utf8' });
  expect(JSON.parse(said)).toEqual({ errors: 0, lines: 0 });
  for (let n = 0; n < 300; n += 1) expect(readFileSync(join(root, `one/${n % 3}/${Math.floor(n / 3)}`), 'utf8')).toBe('x\n');
  rmSync(root, { recursive: true });
});
