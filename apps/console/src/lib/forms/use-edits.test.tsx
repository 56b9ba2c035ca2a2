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
  act(() => result.current.saved());
  expect(result.current.value).toEqual({ name: ' mine ', note: 'b' });
  act(() => result.current.set({ note: 'more' }));
  rerender({ stored: { name: 'mine', note: 'b' } });
  expect(result.current.value).toEqual({ name: 'mine', note: 'more' });
});

it('in any order of typing, saving and changes of others no field shows what nobody typed or stored last', () => {
  const word = fc.string({ minLength: 1, maxLength: 3 });
  const field = fc.constantFrom('name' as const, 'note' as const);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('type' as const), field, word }),
    fc.record({ kind: fc.constant('store' as const), field, word }),
    fc.record({ kind: fc.constant('saved' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { result, rerender, unmount } = show();
      let stored = start;
      let typed: Partial<Row> = {};
      let shownUntilStored: Partial<Row> = {};
      for (const one of steps) {
        if (one.kind === 'type') {
          if ({ ...stored, ...shownUntilStored, ...typed }[one.field] !== one.word) typed = { ...typed, [one.field]: one.word };
          act(() => result.current.set({ [one.field]: one.word }));
        } else if (one.kind === 'saved') {
          [shownUntilStored, typed] = [{ ...shownUntilStored, ...typed }, {}];
          act(() => result.current.saved());
        } else {
          [stored, shownUntilStored] = [{ ...stored, [one.field]: one.word }, {}];
          rerender({ stored });
        }
        expect(result.current.value).toEqual({ ...stored, ...shownUntilStored, ...typed });
      }
      unmount();
    }),
    { numRuns: 100 },
  );
});
