import { MessageChannel } from 'node:worker_threads';
import { systemClock } from '@acequia/base';
import { afterEach, expect, test } from 'vitest';
import { textBlock, textsOf } from '../conformance-blocks.ts';
import { streamsConformance } from '../conformance.ts';
import { JournalFailed } from '../errors.ts';
import type { Journal } from '../journal.ts';
import { createMemoryJournal } from '../memory-journal.ts';
import { newFolder, openTest } from '../test-journal.ts';
import { RemoteStreams } from './remote-streams.ts';
import { serveStreams } from './serve-streams.ts';

const folders: { remove(): void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function connect(journal: Journal) {
  const { port1, port2 } = new MessageChannel();
  const server = serveStreams(journal, port1, systemClock);
  const remote = new RemoteStreams(port2, server.snapshot(journal.streams(), journal.commits.keys('')));
  const close = async () => {
    port2.close();
    await server.ended;
    await journal.close();
  };
  return { remote, server, close, port: port2 };
}

streamsConformance('remote, memory', {
  open: ({ limitBytes }) => {
    const { remote, close } = connect(createMemoryJournal(limitBytes === undefined ? {} : { limitBytes }));
    return Promise.resolve({ journal: remote, close });
  },
});

streamsConformance('remote, disk', {
  async open({ limitBytes }) {
    const folder = newFolder();
    folders.push(folder);
    const { remote, close } = connect(await openTest(folder.path, limitBytes === undefined ? {} : { limitBytes }));
    return { journal: remote, close };
  },
});

test('begins where others left off', async () => {
  const journal = createMemoryJournal();
  for (const text of ['1', '2', '3']) await journal.append({ blocks: [textBlock('s', [text])], durability: 'fsync' });
  journal.trim('s', { block: 2, frame: 0 });
  await journal.commits.commit(new Map([['v/1', { position: 2 }]]));
  const { remote, close } = connect(journal);
  expect([remote.tail('s').block, remote.head('s').block, remote.usage('s').blocks]).toEqual([2, 4, 2]);
  expect(remote.commits.get('v/1')).toEqual({ position: 2 });
  await close();
});

test('does not know a block before it is told of it, and then can read it', async () => {
  const journal = createMemoryJournal();
  const { remote, close } = connect(journal);
  await journal.append({ blocks: [textBlock('li', ['a'])], durability: 'fsync' });
  await remote.commits.commit(new Map([['x', 1]]));
  expect(remote.head('li').block).toBe(1);
  remote.grown('li', 2, 21);
  remote.grown('li', 2, 21);
  expect([remote.head('li').block, remote.usage('li').blocks, remote.usage('li').bytes]).toEqual([2, 1, 21]);
  expect((await remote.read('li', { block: 1, frame: 0 }, 1)).flatMap(textsOf)).toEqual(['a']);
  await close();
});

test('of streams and keys that were let go nothing is known, until they are taken over again', async () => {
  const journal = createMemoryJournal();
  await journal.append({ blocks: [textBlock('s', ['a'])], durability: 'fsync' });
  await journal.commits.commit(
    new Map([
      ['v/1', 1],
      ['v/2', 2],
    ]),
  );
  const { remote, server, close } = connect(journal);
  remote.letGo({ streams: ['s'], keys: ['v/1'] });
  expect([remote.streams(), remote.commits.keys('v/'), remote.commits.get('v/1')]).toEqual([[], ['v/2'], undefined]);
  await journal.commits.commit(new Map([['v/1', 3]]));
  remote.adopt(server.snapshot(['s'], ['v/1']));
  expect([remote.head('s').block, remote.commits.get('v/1')]).toEqual([2, 3]);
  await close();
});

test('a commit is seen only when it is durable', async () => {
  const journal = createMemoryJournal();
  const { remote, close } = connect(journal);
  const committed = remote.commits.commit(new Map([['x', 1]]));
  expect(remote.commits.get('x')).toBeUndefined();
  await committed;
  expect([remote.commits.get('x'), journal.commits.get('x')]).toEqual([1, 1]);
  await close();
});

test('what was asked for before the port closed has been done when the server has ended', async () => {
  const journal = createMemoryJournal();
  const { remote, server, port } = connect(journal);
  const lost = remote.append({ blocks: [textBlock('s', ['late'])], durability: 'fsync' });
  const unheard = remote.commits.commit(new Map([['x', 1]]));
  port.close();
  await expect(lost).rejects.toBeInstanceOf(JournalFailed);
  await expect(unheard).rejects.toBeInstanceOf(JournalFailed);
  await server.ended;
  expect([journal.head('s').block, journal.commits.get('x')]).toEqual([2, 1]);
});
