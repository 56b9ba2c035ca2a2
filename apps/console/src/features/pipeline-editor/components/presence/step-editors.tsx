import { useLanguage, useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { EditorMark } from './editor-mark.tsx';
import { useEditorsOfStep } from './editors-context.ts';

/** So many marks fit on a card. */
const marksMax = 3;

/** Marks of the others who have a step open, on its card or row. */
export function StepEditors({ node }: { readonly node: string }) {
  const words = useStepWords(node);
  const editors = useEditorsOfStep(node);
  if (editors.length === 0) return null;
  return (
    <span className="pe-step-editors" role="img" aria-label={words} title={words}>
      {editors.slice(0, marksMax).map((editor) => (
        <EditorMark key={editor.userId} editor={editor} small />
      ))}
    </span>
  );
}

/** The same in words, for who works on that step: said when somebody comes. */
export function StepEditorsLine({ node }: { readonly node: string }) {
  const words = useStepWords(node);
  const editors = useEditorsOfStep(node);
  return (
    <div role="status">
      {editors.length > 0 && (
        <p className="pe-panel-editors">
          {editors.slice(0, marksMax).map((editor) => (
            <EditorMark key={editor.userId} editor={editor} small />
          ))}
          <span>{words}</span>
        </p>
      )}
    </div>
  );
}

function useStepWords(node: string): string {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const editors = useEditorsOfStep(node);
  const names = new Intl.ListFormat(language).format(editors.map(({ name }) => name));
  return t(editors.some(({ edits }) => edits) ? 'stepOpenBy' : 'stepViewedBy', { names, count: editors.length });
}
