import { EditorView } from '@codemirror/view';

/** Offsets of what is selected on the page, which may be newer than the state; undefined: nothing is. */
function selected(view: EditorView): { readonly from: number; readonly to: number } | undefined {
  const selection = view.contentDOM.ownerDocument.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed || !view.contentDOM.contains(selection.anchorNode))
    return undefined;
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0);
  return { from: view.posAtDOM(startContainer, startOffset), to: view.posAtDOM(endContainer, endOffset) };
}

function replace(view: EditorView, text: string): boolean {
  const range = view.state.readOnly ? undefined : selected(view);
  if (!range) return false;
  const insert = view.state.toText(text);
  view.dispatch({
    changes: { ...range, insert },
    selection: { anchor: range.from + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
  return true;
}

/**
 * Text typed or composed over a selection replaces it by way of the state. Left to the browser, it would carry the look of
 * the text it replaces in a style attribute, which the policy of the page refuses.
 */
export const typedOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => event.inputType === 'insertText' && event.data !== null && replace(view, event.data),
  compositionstart(_event, view) {
    replace(view, '');
    return false;
  },
});
