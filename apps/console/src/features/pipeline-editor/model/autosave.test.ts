import { describe, expect, it } from 'vitest';
import { createAutosave, longestMs, quietMs, type SaveAnswer, type SaveState } from './autosave.ts';
import { action, documentOf } from '@acequia/pipeline/testing';

/** A clock that moves when told, and a server that answers when told. */
function set() {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const calls: { revision: number; name: string; answer: (answer: SaveAnswer) => Promise<void> }[] = [];
  const states: SaveState[] = [];
  const kept: (number | undefined)[] = [];
  const settle = async () => {
    for (let i = 0; i < 10; i += 1) await Promise.resolve();
  };
  const autosave = createAutosave({
    revision: 4,
    base: documentOf([]),
    clock: {
      monotonic: () => now,
      after: (ms, run) => {
        const timer = { at: now + ms, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    },
    save: (revision, document) =>
      new Promise((resolve) => {
        calls.push({
          revision,
          name: document.nodes[0]!.name,
          answer: async (answer) => {
            resolve(answer);
            await settle();
          },
        });
      }),
    keep: (unsaved) => kept.push(unsaved?.revision),
    onState: (state) => states.push(state),
  });
  const pass = async (ms: number) => {
    const end = now + ms;
    for (let due = timers.toSorted((a, b) => a.at - b.at)[0]; due && due.at <= end; due = timers.toSorted((a, b) => a.at - b.at)[0]) {
      now = due.at;
      timers = timers.filter((each) => each !== due);
      due.run();
      await settle();
    }
    now = end;
    await settle();
  };
  const type = (name: string) => autosave.edited(documentOf([action('a', { name })]));
  return { autosave, pass, type, calls, states, kept, settle };
}

const saved = (revision: number): SaveAnswer => ({ type: 'saved', revision, atMs: 1000 });

describe('saving a draft', () => {
  it('waits for a pause, then saves the last text once', async () => {
    const { pass, type, calls, states, autosave } = set();
    type('a');
    await pass(quietMs - 1);
    type('ab');
    await pass(quietMs - 1);
    expect(calls).toHaveLength(0);
    await pass(1);
    expect(calls.map((call) => [call.revision, call.name])).toEqual([[4, 'ab']]);
    await calls[0]!.answer(saved(5));
    expect(states.at(-1)).toEqual({ type: 'saved', atMs: 1000 });
    expect(autosave.revision).toBe(5);
    expect(autosave.unsaved).toBe(false);
  });

  it('does not wait for ever for a pause', async () => {
    const { pass, type, calls } = set();
    for (let ms = 0; ms < longestMs; ms += 300) {
      type(`at ${ms}`);
      await pass(300);
    }
    expect(calls).toHaveLength(1);
  });

  it('saves what was typed during a save afterwards, with the new revision', async () => {
    const { pass, type, calls, autosave, kept } = set();
    type('a');
    await pass(quietMs);
    type('ab');
    await pass(longestMs);
    expect(calls).toHaveLength(1);
    await calls[0]!.answer(saved(5));
    expect(autosave.unsaved).toBe(true);
    expect(kept.at(-1)).toBe(5);
    await pass(quietMs);
    expect(calls.map((call) => [call.revision, call.name])).toEqual([
      [4, 'a'],
      [5, 'ab'],
    ]);
    await calls[1]!.answer(saved(6));
    expect(kept.at(-1)).toBeUndefined();
  });

  it('keeps trying while the server is away, and sends the newest text when it is back', async () => {
    const { pass, type, calls, states, kept } = set();
    type('a');
    await pass(quietMs);
    await calls[0]!.answer({ type: 'away' });
    expect(states.at(-1)).toEqual({ type: 'offline' });
    type('ab');
    await pass(1000);
    expect(calls.map((call) => call.name)).toEqual(['a', 'ab']);
    await calls[1]!.answer({ type: 'away' });
    await pass(1999);
    expect(calls).toHaveLength(2);
    await pass(1);
    expect(kept.every((revision) => revision === 4)).toBe(true);
    await calls[2]!.answer(saved(5));
    expect(states.at(-1)).toEqual({ type: 'saved', atMs: 1000 });
    expect(kept.at(-1)).toBeUndefined();
  });

  it('tries at once when the browser is online again', async () => {
    const { pass, type, calls, autosave, settle } = set();
    type('a');
    await pass(quietMs);
    await calls[0]!.answer({ type: 'away' });
    autosave.wake();
    await settle();
    expect(calls).toHaveLength(2);
  });
});

describe('someone else saved first', () => {
  it('sends nothing more until the person has chosen', async () => {
    const { pass, type, calls, states, kept } = set();
    type('mine');
    await pass(quietMs);
    await calls[0]!.answer({ type: 'conflict', savedBy: 'ana' });
    expect(states.at(-1)).toEqual({ type: 'conflict', savedBy: 'ana' });
    type('mine still');
    await pass(60_000);
    expect(calls).toHaveLength(1);
    expect(kept.at(-1)).toBe(4);
  });

  it('overwrites with the newest text and the stored revision', async () => {
    const { pass, type, calls, autosave, settle } = set();
    type('mine');
    await pass(quietMs);
    await calls[0]!.answer({ type: 'conflict', savedBy: undefined });
    autosave.resolve({ revision: 9, document: documentOf([]) }, documentOf([action('a', { name: 'mine still' })]));
    await settle();
    expect(calls.map((call) => [call.revision, call.name])).toEqual([
      [4, 'mine'],
      [9, 'mine still'],
    ]);
  });

  it('knows what its edits began with: the last document the server took, or the one that was settled on', async () => {
    const { pass, type, calls, autosave } = set();
    type('a');
    await pass(quietMs);
    type('ab');
    expect(autosave.base.nodes).toEqual([]);
    await calls[0]!.answer(saved(5));
    expect(autosave.base.nodes[0]?.name).toBe('a');
    autosave.resolve({ revision: 9, document: documentOf([action('a', { name: 'theirs' })]) });
    expect(autosave.base.nodes[0]?.name).toBe('theirs');
  });

  it('takes theirs and forgets mine', async () => {
    const { pass, type, calls, autosave, kept } = set();
    type('mine');
    await pass(quietMs);
    await calls[0]!.answer({ type: 'conflict', savedBy: undefined });
    autosave.resolve({ revision: 9, document: documentOf([]) });
    await pass(60_000);
    expect(calls).toHaveLength(1);
    expect(kept.at(-1)).toBeUndefined();
    expect(autosave.revision).toBe(9);
  });
});

describe('a refusal', () => {
  const refused = { type: 'refused', code: 'WEB-00022', title: 'Not allowed', text: 'Ask an admin.' } as const;

  it('is tried again when a person asks for it', async () => {
    const { pass, type, calls, states, autosave, settle } = set();
    type('a');
    await pass(quietMs);
    await calls[0]!.answer(refused);
    autosave.wake();
    await settle();
    expect(states.at(-1)).toEqual({ type: 'saving' });
    await calls[1]!.answer(saved(2));
    expect(autosave.unsaved).toBe(false);
  });

  it('is not tried again and again, but after the next edit', async () => {
    const { pass, type, calls, states } = set();
    type('a');
    await pass(quietMs);
    await calls[0]!.answer(refused);
    expect(states.at(-1)).toEqual(refused);
    await pass(60_000);
    expect(calls).toHaveLength(1);
    type('ab');
    await pass(quietMs);
    expect(calls).toHaveLength(2);
  });
});

describe('before publishing', () => {
  it('saves at once and tells the revision', async () => {
    const { type, calls, autosave, settle } = set();
    type('a');
    const flushed = autosave.flush();
    await settle();
    await calls[0]!.answer(saved(5));
    expect(await flushed).toBe(5);
  });

  it('waits for the save under way and sends what came after', async () => {
    const { pass, type, calls, autosave, settle } = set();
    type('a');
    await pass(quietMs);
    type('ab');
    const flushed = autosave.flush();
    await calls[0]!.answer(saved(5));
    await settle();
    await calls[1]!.answer(saved(6));
    expect(await flushed).toBe(6);
  });

  it('tells nothing when it could not be saved', async () => {
    const { type, calls, autosave, settle } = set();
    type('a');
    const flushed = autosave.flush();
    await settle();
    await calls[0]!.answer({ type: 'away' });
    expect(await flushed).toBeUndefined();
  });

  it('stays silent after the page is left', async () => {
    const { pass, type, calls, autosave } = set();
    type('a');
    autosave.stop();
    await pass(60_000);
    expect(calls).toHaveLength(0);
  });
});
