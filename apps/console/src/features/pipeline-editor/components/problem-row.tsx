import { classNames, Icon, toneClass } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import type { EditorProblem } from '../model/editor-problems.ts';
import { editorTexts } from '../texts.ts';
import { reveal } from './canvas/reveal.ts';
import { useView } from './editor-context.ts';
import { useProblemText } from './problem-text.ts';

const toLink: ReadonlySet<EditorProblem['code']> = new Set(['port-unconnected', 'error-unconnected', 'unreachable']);

export interface ProblemRowProps {
  readonly problem: EditorProblem;
  /** Absent: the row is only read. */
  readonly onShow?: ((problem: EditorProblem) => void) | undefined;
}

/** One problem as a sentence; a click leads to its step, or to the steps to add when one is missing. */
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
  if (!onShow) return <li className="pe-problem">{about}</li>;
  const node = problem.node;
  return (
    <li>
      <button
        type="button"
        className="pe-problem"
        onClick={() => {
          onShow(problem);
          if (node !== undefined) requestAnimationFrame(() => reveal(node));
        }}
      >
        {about}
        <span className="pe-problem-fix">{t(node === undefined ? 'addStep' : toLink.has(problem.code) ? 'linkIt' : 'showIt')}</span>
      </button>
    </li>
  );
}
