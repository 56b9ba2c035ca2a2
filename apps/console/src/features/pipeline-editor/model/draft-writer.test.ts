import { documentOf, label } from '@acequia/pipeline/testing';
import { expect, it, vi } from 'vitest';
import type { Unsaved } from './autosave.ts';
import { createDraftWriter, writeAfterMs } from './draft-writer.ts';

const state = (revision: number): Unsaved => ({ revision, base: documentOf([]), document: documentOf([label()], []) });

function open() {
  const timers: { readonly ms: number; readonly run: () => void }[] = [];
  const write = vi.fn<(unsaved: Unsaved | undefined) => void>();
  const writer = createDraftWriter(
    {
      after: (ms, run) => {
        const timer = { ms, run };
        timers.push(timer);
        return () => void timers.splice(timers.indexOf(timer), 1);
      },
    },
    write,
  );
  return { timers, write, writer };
}

it('an edit does not wait for its writing, and typing on does not put it off', () => {
  const { timers, write, writer } = open();
  writer.keep(state(1));
  writer.keep(state(2));
  expect(write).not.toHaveBeenCalled();
  expect(timers.map(({ ms }) => ms)).toEqual([writeAfterMs]);
  timers[0]!.run();
  expect(write.mock.calls).toEqual([[state(2)]]);
});

it('an edit made right before the page goes is not lost, and is written once', () => {
  const { timers, write, writer } = open();
  writer.keep(state(1));
  writer.flush();
  writer.flush();
  expect(write.mock.calls).toEqual([[state(1)]]);
  expect(timers).toEqual([]);
});

it('what was saved meanwhile is not kept after all', () => {
  const { timers, write, writer } = open();
  writer.keep(state(1));
  writer.keep(undefined);
  timers[0]!.run();
  expect(write.mock.calls).toEqual([[undefined]]);
});
