import { EditorView } from '@codemirror/view';

/** The editor in the clothes of an input; every colour is a token of the theme, so both themes come from one sheet. */
export const editorTheme = EditorView.theme({
  '&': { flex: '1', alignSelf: 'stretch', minWidth: '0', fontSize: '12.5px', color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { height: '100%', fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 4px' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r)',
    backgroundColor: 'var(--s1)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-2)',
    zIndex: 60,
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', fontSize: '12px', maxHeight: '236px', minWidth: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'baseline',
    gap: '10px',
    padding: '3px 10px',
    lineHeight: '20px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--s3)', color: 'var(--text)' },
  '.cm-completionLabel': { flex: '0 0 auto' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600', color: 'var(--accent)' },
  '.cm-completionDetail': {
    flex: '1 1 auto',
    minWidth: '0',
    marginLeft: 'auto',
    textAlign: 'right',
    fontStyle: 'normal',
    color: 'var(--muted)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '220px',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '280px', fontSize: '12px', lineHeight: '18px' },
});

/** How tokens, faults and hints look. Types of offers are said by their detail, colours only help. */
export const tokenTheme = EditorView.theme({
  '.src-field': { color: 'var(--listener)' },
  '.src-function': { color: 'var(--action)' },
  '.src-keyword': { color: 'var(--accent)', fontWeight: '500' },
  '.src-string': { color: 'var(--success)' },
  '.src-number': { color: 'var(--datasink)' },
  '.src-type': { color: 'var(--label)' },
  '.src-mark': { color: 'var(--muted)' },
  '.src-comment': { color: 'var(--muted)', fontStyle: 'italic' },
  '.src-fault': { textDecoration: 'underline wavy var(--danger)', textDecorationSkipInk: 'none', textUnderlineOffset: '3px' },
  '.src-tip': { padding: '6px 10px', maxWidth: '380px', fontSize: '12px', lineHeight: '18px', fontFamily: 'var(--font)' },
  '.src-tip code': { fontFamily: 'var(--mono)', display: 'block', overflowWrap: 'anywhere' },
  '.src-tip .src-active': { fontWeight: '700', textDecoration: 'underline' },
  '.src-tip p': { margin: '2px 0 0', color: 'var(--muted)' },
  '.src-tip .src-example': { marginTop: '4px', color: 'var(--muted)' },
});
