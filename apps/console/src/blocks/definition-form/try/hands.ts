import { EditorView } from '@codemirror/view';
import { act, fireEvent, screen, within } from '@testing-library/react';

const one = <E extends Element>(line: Element, selector: string): E => {
  const found = line.querySelector<E>(selector);
  if (!found) throw new Error(`${selector} is not in ${line.getAttribute('data-path')}`);
  return found;
};

/** Opens every section that is folded. */
export function unfold(root: Element): void {
  const folded = () => root.querySelector('button[aria-expanded=false][aria-controls]:not([role])');
  for (let button = folded(); button; button = folded()) fireEvent.click(button);
}

/** Types a text into the one input of a line, in place of what stands there. */
export const type = (line: Element, text: string): boolean =>
  fireEvent.change(one<HTMLInputElement>(line, 'input, textarea'), { target: { value: text } });

/** Types one more tag. */
export function addTag(line: Element, text: string): void {
  const input = one<HTMLInputElement>(line, 'input');
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
}

/** Writes a source text in place of what stands there. */
export function write(line: Element, text: string): void {
  const view = EditorView.findFromDOM(one<HTMLElement>(line, '.cm-editor'));
  if (!view) throw new Error(`no editor in ${line.getAttribute('data-path')}`);
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, userEvent: 'input.type' }));
}

/** Picks an entry of a drop-down by its place; a negative one counts from the end. */
export function pick(line: Element, place: number): void {
  fireEvent.keyDown(one(line, 'button[role=combobox]'), { key: 'Enter' });
  fireEvent.keyDown(within(screen.getByRole('listbox')).getAllByRole('option').at(place)!, { key: 'Enter' });
}

/** Finds an entry of a list by a part of its name and takes it. */
export function find(line: Element, text: string): void {
  const input = one<HTMLInputElement>(line, 'input[role=combobox]');
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
}

export const press = (line: Element, selector: string): boolean => fireEvent.click(one(line, selector));

/** Everything a line shows: its words, what is typed in it, and which of its switches are on. */
export function shownIn(line: Element): string {
  const typed = [...line.querySelectorAll<HTMLInputElement>('input:not([type=checkbox]), textarea')].map(({ value }) => value);
  const on = [...line.querySelectorAll('[aria-checked]')].map((each) => each.getAttribute('aria-checked'));
  return [line.textContent, ...typed, ...on].join('\n');
}
