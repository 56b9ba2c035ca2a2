import { silentLog, type Log } from '@acequia/base';
import type { JournalStreams } from '@acequia/journal';
import { expect, test } from 'vitest';
import { VirtualClock } from '../../test/virtual-clock.ts';
import { Committer } from './committer.ts';

test('progress that cannot be committed is told once, not with each commit, and once that it can again', async () => {
  const clock = new VirtualClock();
  const said: [text: string, fields: Readonly<Record<string, unknown>>][] = [];
  const note: Log['error'] = (fields, text) => said.push([text, fields]);
  let broken = true;
  let value = 0;
  const committer = new Committer({
    journal: { commits: { commit: () => (broken ? Promise.reject(new Error('EMFILE')) : Promise.resolve()) } } as unknown as JournalStreams,
    clock,
    log: { ...silentLog, error: note, warn: note, info: note },
    intervalMs: 1000,
    prepare: () => undefined,
    collect: () => new Map([['a', (value += 1)]]),
    committed: () => undefined,
  });
  committer.start();
  await clock.pass(300_000);
  expect(said).toEqual([['progress cannot be committed; after a crash more is repeated', { error: new Error('EMFILE') }]]);
  broken = false;
  await clock.pass(60_000);
  expect(said.slice(1)).toEqual([['progress is committed again', { times: 300, ms: 299_000 }]]);
  broken = true;
  await clock.pass(5000);
  expect(said).toHaveLength(3);
  await committer.stop();
});

test.each(['prepare', 'collect', 'committed'] as const)(
  'what throws in %s is told once and tried again with the next commit',
  async (part) => {
    const clock = new VirtualClock();
    const said: string[] = [];
    const note: Log['error'] = (_, text) => said.push(text);
    const written: unknown[] = [];
    let toThrow = 5;
    let acted = 0;
    const at = (place: string): void => {
      if (place === part && toThrow-- > 0) throw new Error(place);
    };
    const committer = new Committer({
      journal: { commits: { commit: (changes: unknown) => Promise.resolve(void written.push(changes)) } } as unknown as JournalStreams,
      clock,
      log: { ...silentLog, error: note, warn: note, info: note },
      intervalMs: 1000,
      prepare: () => at('prepare'),
      collect: () => {
        at('collect');
        return new Map([['a', 1]]);
      },
      committed: () => {
        at('committed');
        acted += 1;
      },
    });
    committer.start();
    await clock.pass(4000);
    expect(said).toEqual(['progress cannot be committed; after a crash more is repeated']);
    expect(acted).toBe(0);
    await clock.pass(60_000);
    expect(said.slice(1)).toEqual(['progress is committed again']);
    expect(written.at(-1)).toEqual(new Map([['a', 1]]));
    expect(acted).toBeGreaterThan(1);
    await committer.stop();
  },
);
