import { act, cleanup, renderHook } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { useEdits } from './use-edits.ts';

afterEach(cleanup);

interface Row {
  readonly name: string;
  readonly note: string;
}

const start: Row = { name: 'a', note: 'b' };
const show = () => renderHook(({ stored }) => useEdits(stored), { initialProps: { stored: start } });

it('what is typed stays when somebody else changes the row, and a field that was not touched follows it', () => {
  const { result, rerender } = show();
  act(() => result.current.set({ name: 'mine', note: 'b' }));
  rerender({ stored: { name: 'theirs', note: 'new' } });
  expect(result.current.value).toEqual({ name: 'mine', note: 'new' });
});

it('what was saved is shown until the row comes anew, and then the row, with what was typed after it', () => {
  const { result, rerender } = show();
  act(() => result.current.set({ name: ' mine ' }));
  act(() => result.current.saved(result.current.value));
  expect(result.current.value).toEqual({ name: ' mine ', note: 'b' });
  act(() => result.current.set({ note: 'more' }));
  rerender({ stored: { name: 'mine', note: 'b' } });
  expect(result.current.value).toEqual({ name: 'mine', note: 'more' });
});

it('what is typed while a save is under way stays after it', () => {
  const { result, rerender } = show();
  act(() => result.current.set({ name: 'mine' }));
  const sent = result.current.value;
  act(() => result.current.set({ name: 'mine, longer', note: 'more' }));
  act(() => result.current.saved(sent));
  expect(result.current.value).toEqual({ name: 'mine, longer', note: 'more' });
  rerender({ stored: { name: 'mine', note: 'b' } });
  expect(result.current.value).toEqual({ name: 'mine, longer', note: 'more' });
});

it('in any order of typing, saving and changes of others no field loses what was typed and not saved', () => {
  const word = fc.string({ minLength: 1, maxLength: 3 });
  const field = fc.constantFrom('name' as const, 'note' as const);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), field, word }),
    fc.record({ kind: fc.constant('store' as const), field, word }),
    fc.record({ kind: fc.constantFrom('send' as const, 'saved' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { result, rerender, unmount } = show();
      let stored = start;
      let sent: Row | undefined;
      /** By field: what a person typed there and has not seen saved. */
      const unsaved = new Map<keyof Row, string>();
      for (const one of steps) {
        const shown = result.current.value;
        if (one.kind === 'type') {
          if (shown[one.field] !== one.word) unsaved.set(one.field, one.word);
          act(() => result.current.set({ [one.field]: one.word }));
        } else if (one.kind === 'store') {
          rerender({ stored: (stored = { ...stored, [one.field]: one.word }) });
        } else if (one.kind === 'send') sent = shown;
        else if (sent) {
          const whole = sent;
          for (const [name, typed] of unsaved) if (typed === whole[name]) unsaved.delete(name);
          act(() => result.current.saved(whole));
          sent = undefined;
          // The row comes as it was saved.
          rerender({ stored: (stored = { ...whole }) });
        }
        expect(result.current.value).toEqual({ ...stored, ...Object.fromEntries(unsaved) });
      }
      unmount();
    }),
    { numRuns: 200 },
  );
});
