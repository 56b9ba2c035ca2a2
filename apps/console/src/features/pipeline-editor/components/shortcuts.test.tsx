import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useShortcuts, type ShortcutHandlers } from './shortcuts.ts';

const names =
  'undo redo remove duplicate selectAll deselect layout list focus link search find publish assistant help copy paste walk'.split(' ');

function open() {
  const handlers = Object.fromEntries(names.map((name) => [name, vi.fn(() => 'steps')])) as unknown as ShortcutHandlers;
  const Page = () => {
    useShortcuts(handlers, { letters: true, readOnly: false });
    return (
      <>
        <button type="button">on the canvas</button>
        <button type="button" role="combobox" aria-expanded="false" aria-controls="none">
          a choice
        </button>
        <aside data-own-keys>
          <button type="button" role="tab">
            a tab
          </button>
        </aside>
      </>
    );
  };
  const { getByText } = render(<Page />);
  return { handlers, at: (text: string) => getByText(text) };
}

afterEach(cleanup);

it.each(['Backspace', 'Delete'])('%s takes the selected step away from the canvas, and never in its panel or at a choice', (key) => {
  const { handlers, at } = open();
  for (const place of ['a tab', 'a choice']) fireEvent.keyDown(at(place), { key });
  expect(handlers.remove).not.toHaveBeenCalled();
  fireEvent.keyDown(at('on the canvas'), { key });
  expect(handlers.remove).toHaveBeenCalledOnce();
});

it('a cut in the panel of a step copies it and leaves it', () => {
  const { handlers, at } = open();
  fireEvent.cut(at('a tab'));
  expect(handlers.copy).toHaveBeenCalledOnce();
  expect(handlers.remove).not.toHaveBeenCalled();
  fireEvent.cut(at('on the canvas'));
  expect(handlers.remove).toHaveBeenCalledOnce();
});
