import type { PresentEditor } from '@acequia/contract';
import { initialsOf, Tooltip } from '@acequia/ui';
import { use } from 'react';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { reveal } from '../canvas/reveal.ts';
import { useView } from '../editor-context.ts';
import { EditorMark } from './editor-mark.tsx';
import { editorSentence } from './editor-sentence.ts';
import { OthersContext } from './editors-context.ts';

/** So many have a mark of their own in the header. */
const marksMax = 3;

/** The others in the editor of this pipeline. A click shows the step that somebody has open. */
export function PresentEditors() {
  const t = useTexts(editorTexts);
  const { editors, shown } = use(OthersContext);
  const { document, text } = useView();
  if (editors.length === 0) return null;
  const stepOf = ({ version, node }: PresentEditor) => (version === shown ? document.nodes.find(({ id }) => id === node)?.id : undefined);
  const sentence = (editor: PresentEditor) => {
    const step = stepOf(editor);
    return editorSentence(editor, step === undefined ? undefined : text(step).title, t);
  };
  const rest = editors.slice(marksMax).map((editor) => ({ editor, words: sentence(editor) }));
  return (
    <ul className="pe-editors" aria-label={t('editorsHere')}>
      {editors.slice(0, marksMax).map((editor) => {
        const words = sentence(editor);
        const step = stepOf(editor);
        return (
          <li key={editor.userId}>
            <Tooltip text={words} side="bottom">
              <button
                type="button"
                className="pe-editor-button"
                aria-label={`${initialsOf(editor.name)}, ${words}`}
                onClick={() => step !== undefined && reveal(step)}
              >
                <EditorMark editor={editor} />
              </button>
            </Tooltip>
          </li>
        );
      })}
      {rest.length > 0 && (
        <li>
          <Tooltip
            side="bottom"
            text={rest.map(({ editor, words }) => (
              <div key={editor.userId}>{words}</div>
            ))}
          >
            <button
              type="button"
              className="pe-editor-button pe-editors-more"
              aria-label={`+${rest.length}, ${rest.map(({ words }) => words).join('. ')}`}
            >
              +{rest.length}
            </button>
          </Tooltip>
        </li>
      )}
    </ul>
  );
}
