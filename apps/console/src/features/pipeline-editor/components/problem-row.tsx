import { classNames, Icon, toneClass } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import type { EditorProblem } from '../model/editor-problems.ts';
import { editorTexts } from '../texts.ts';
import { reveal } from './canvas/reveal.ts';
import { useView } from './editor-context.ts';
import { useProblemText } from './problem-text.ts';

export interface ProblemRowProps {
  readonly problem: EditorProblem;
  readonly onShow: (problem: EditorProblem) => void;
}

/** One problem as a sentence; a click leads to its step, where it has one. */
export function ProblemRow({ problem, onShow }: ProblemRowProps) {
  const t = useTexts(editorTexts);
  const view = useView();
  const textOf = useProblemText();
  const text = textOf(problem);
  const about = (
    <>
      <span className={classNames('pe-ink', toneClass(problem.severity === 'error' ? 'danger' : 'warning'))}>
        <Icon
          name={problem.severity === 'error' ? 'error' : 'warning'}
          size={14}
          label={t(problem.severity === 'error' ? 'errorsCount' : 'warningsCount', { count: 1 })}
        />
      </span>
      <b>{problem.node === undefined ? t('wholePipeline') : view.text(problem.node).title}</b>
      <span className="pe-problem-text" title={text}>
        {text}
      </span>
    </>
  );
  if (problem.node === undefined) return <li className="pe-problem">{about}</li>;
  const node = problem.node;
  return (
    <li>
      <button
        type="button"
        className="pe-problem"
        onClick={() => {
          onShow(problem);
          requestAnimationFrame(() => reveal(node));
        }}
      >
        {about}
        <span className="pe-problem-fix">
          {t(
            problem.code === 'port-unconnected' || problem.code === 'error-unconnected' || problem.code === 'unreachable'
              ? 'linkIt'
              : 'showIt',
          )}
        </span>
      </button>
    </li>
  );
}
