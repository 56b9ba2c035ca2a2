import { isChangeFault } from '@acequia/pipeline';
import { describe, expect, it } from 'vitest';
import { createEditorState, edit, redoEdit, selectIn, stepOf, undoEdit, type Edit, type EditorState } from './editor-state.ts';
import { action, datasink, documentOf, label, link } from '@acequia/pipeline/testing';

const good = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const made = (state: EditorState, each: Edit): EditorState => {
  const next = edit(state, each);
  if (isChangeFault(next)) throw new Error(next);
  return next;
};

describe('editing', () => {
  it('selects what it adds, and forgets what an undo takes away', () => {
    const added = made(createEditorState(good), {
      step: 'add',
      subject: 'Tag',
      changes: [{ type: 'add-nodes', nodes: [action('b')], links: [] }],
      select: ['b'],
    });
    expect([...added.selection.nodes]).toEqual(['b']);
    const back = undoEdit(added);
    expect([...back.selection.nodes]).toEqual([]);
    expect(back.history.present).toBe(good);
  });

  it('keeps a step fresh until another one is selected, and an old one is never fresh', () => {
    const add: Edit = { step: 'add', changes: [{ type: 'add-nodes', nodes: [action('b')], links: [] }], select: ['b'] };
    const added = made(createEditorState(good), add);
    const typed = made(added, { step: 'configure', changes: [{ type: 'configure', node: 'b', config: {} }] });
    expect([added.fresh, typed.fresh]).toEqual(['b', 'b']);
    const left = selectIn(typed, { nodes: new Set(['a']), links: new Set() });
    expect(left.fresh).toBeUndefined();
    expect(selectIn(left, { nodes: new Set(['b']), links: new Set() }).fresh).toBeUndefined();
    expect(undoEdit(added).fresh).toBeUndefined();
  });

  it('names the step, whatever the node is called', () => {
    const state = made(createEditorState(good), {
      step: 'rename',
      subject: 'a: b\nc',
      changes: [{ type: 'describe', node: 'a', name: 'a: b' }],
      merge: 'a',
    });
    expect(stepOf(state.history.past.at(-1))).toEqual({ step: 'rename', subject: 'a: b c' });
    expect(stepOf(undoEdit(state).history.future[0])).toEqual({ step: 'rename', subject: 'a: b c' });
    expect(stepOf(undefined)).toBeUndefined();
  });

  it('makes one step of typing into one field, and two of two fields', () => {
    let state = createEditorState(good);
    for (const name of ['c', 'co', 'col'])
      state = made(state, { step: 'configure', subject: 'Tag', changes: [{ type: 'configure', node: 'a', config: { name } }], merge: 'a' });
    state = made(state, { step: 'configure', subject: 'Tag', changes: [{ type: 'configure', node: 'd', config: {} }], merge: 'd' });
    expect(state.history.past).toHaveLength(2);
    expect(undoEdit(undoEdit(state)).history.present).toBe(good);
    expect(redoEdit(redoEdit(undoEdit(undoEdit(state)))).history.present).toEqual(state.history.present);
  });

  it('changes nothing when a part of an edit is refused', () => {
    expect(
      edit(createEditorState(good), {
        step: 'paste',
        changes: [
          { type: 'remove', nodes: ['a'], links: [] },
          { type: 'link', link: link('a>d') },
        ],
      }),
    ).toBe('node-missing');
  });

  it('selects only what is there, and keeps the state when nothing changes', () => {
    const state = selectIn(createEditorState(good), { nodes: new Set(['a', 'ghost']), links: new Set(['in>a', 'x']) });
    expect([...state.selection.nodes, ...state.selection.links]).toEqual(['a', 'in>a']);
    expect(selectIn(state, { nodes: new Set(['a']), links: new Set(['in>a']) })).toBe(state);
  });
});
