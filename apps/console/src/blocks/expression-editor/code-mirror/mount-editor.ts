import { closeCompletion, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderText, tooltips } from '@codemirror/view';
import { pageNonce } from '@acequia/ui';
import type { SourceFault, SourceLanguage } from '../language.ts';
import { callTipShown, hideCallTip, languageExtension, languageFacet, setFaults } from './language-extension.ts';
import { editorTheme, tokenTheme } from './looks.ts';
import { typedOver } from './typed-over.ts';

export interface EditorSettings {
  readonly value: string;
  readonly language: SourceLanguage;
  readonly faults: readonly SourceFault[];
  readonly placeholder: string;
  readonly disabled: boolean;
  /** Of the element that is typed into: id, name, description, fault. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface MountedEditor {
  /** What changed of the settings; an equal text keeps caret and history. */
  readonly update: (settings: EditorSettings) => void;
  readonly insert: (text: string) => void;
  readonly goTo: (at: number) => void;
  readonly focus: () => void;
  readonly destroy: () => void;
}

const fromOutside = Annotation.define<boolean>();

/** Starts an editor inside `parent`. Tab leaves it; Escape first closes what is open in it, and only then reaches the page. */
export function mountEditor(
  parent: HTMLElement,
  settings: EditorSettings,
  onChange: (text: string) => void,
  onCaret: (at: number) => void,
): MountedEditor {
  const shape = new Compartment();
  const nonce = pageNonce();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: settings.value,
      extensions: [
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        tooltips({ position: 'fixed' }),
        languageExtension,
        typedOver,
        editorTheme,
        tokenTheme,
        ...(nonce === undefined ? [] : [EditorView.cspNonce.of(nonce)]),
        shape.of(shapeOf(settings)),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside))) onChange(update.state.doc.toString());
          if (update.selectionSet || update.docChanged) onCaret(update.state.selection.main.head);
        }),
      ],
    }),
  });
  view.dispatch({ effects: setFaults.of(settings.faults) });
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !view.hasFocus) return;
    const listOpen = completionStatus(view.state) === 'active';
    if (!listOpen && !callTipShown(view.state)) return;
    if (listOpen) closeCompletion(view);
    else view.dispatch({ effects: hideCallTip.of(null) });
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', onEscape, { capture: true });
  let current = settings;
  return {
    update(next) {
      if (next.value !== view.state.doc.toString()) {
        view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next.value }, annotations: fromOutside.of(true) });
      }
      if (!sameShape(current, next)) view.dispatch({ effects: shape.reconfigure(shapeOf(next)) });
      if (current.faults !== next.faults) view.dispatch({ effects: setFaults.of(next.faults) });
      current = next;
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text), { userEvent: 'input.paste' });
      view.focus();
    },
    goTo(at) {
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    destroy() {
      window.removeEventListener('keydown', onEscape, { capture: true });
      view.destroy();
    },
  };
}

const shapeOf = ({ language, placeholder, disabled, attributes }: EditorSettings): Extension => [
  languageFacet.of(language),
  placeholderText(placeholder),
  EditorState.readOnly.of(disabled),
  EditorView.editable.of(!disabled),
  EditorView.contentAttributes.of({ spellcheck: 'false', ...attributes, ...(disabled ? { 'aria-readonly': 'true', tabindex: '0' } : {}) }),
];

function sameShape(a: EditorSettings, b: EditorSettings): boolean {
  return (
    a.language === b.language &&
    a.placeholder === b.placeholder &&
    a.disabled === b.disabled &&
    JSON.stringify(a.attributes) === JSON.stringify(b.attributes)
  );
}
