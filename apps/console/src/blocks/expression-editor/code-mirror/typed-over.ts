import { EditorView } from '@codemirror/view';

/**
 * Text typed over a selection goes in by way of the state. Left to the browser, it would carry the look of the text it
 * replaces in a style attribute, which the policy of the page refuses.
 */
export const typedOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const range = event.getTargetRanges()[0];
    if (event.inputType !== 'insertText' || event.data === null || !range || range.collapsed || view.state.readOnly) return false;
    const from = view.posAtDOM(range.startContainer, range.startOffset);
    const to = view.posAtDOM(range.endContainer, range.endOffset);
    const insert = view.state.toText(event.data);
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  },
});
