import { classNames, Icon, IconButton, toneClass } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { editorProblems, type EditorProblem } from '../model/editor-problems.ts';
import { editorTexts } from '../texts.ts';
import { reveal } from './canvas/reveal.ts';
import { useLiveRevision, useServices, useView } from './editor-context.ts';
import { useProblemText } from './problem-text.ts';

export interface ProblemListProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Shows the problem's step with the right tab and field. */
  readonly onShow: (problem: EditorProblem) => void;
}

/** Everything that is wrong, found here or reported by the workers; a click leads to the place. */
export function ProblemList({ open, onOpenChange, onShow }: ProblemListProps) {
  const t = useTexts(editorTexts);
  const { live, readOnly } = useServices();
  const view = useView();
  useLiveRevision();
  const problems = editorProblems(view.document, view.validation, live.node, view.catalogue.listeners);
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  const verdict = errors > 0 ? t('notReady') : warnings > 0 ? t('readyWithWarnings') : t('readyToPublish');
  return (
    <section className="pe-problems" aria-label={t('problems')}>
      <header>
        <h2>{t('problems')}</h2>
        {errors > 0 && <Amount tone="danger" icon="error" text={t('errorsCount', { count: errors })} />}
        {warnings > 0 && <Amount tone="warning" icon="warning" text={t('warningsCount', { count: warnings })} />}
        {!readOnly && <span className="pe-problems-verdict">{verdict}</span>}
        <IconButton
          icon={open ? 'chevron-down' : 'chevron-up'}
          size="sm"
          label={open ? t('collapse') : t('expand')}
          aria-expanded={open}
          onClick={() => onOpenChange(!open)}
        />
      </header>
      {open && (
        <ul>
          {problems.length === 0 && <li className="pe-problems-none">{t('noProblems')}</li>}
          {problems.map((problem) => (
            <ProblemRow key={keyOf(problem)} problem={problem} onShow={onShow} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Amount({ tone, icon, text }: { readonly tone: 'danger' | 'warning'; readonly icon: 'error' | 'warning'; readonly text: string }) {
  return (
    <span className={classNames('ui-status', toneClass(tone))}>
      <Icon name={icon} size={12} />
      {text}
    </span>
  );
}

function ProblemRow({ problem, onShow }: { readonly problem: EditorProblem; readonly onShow: (problem: EditorProblem) => void }) {
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

const keyOf = (problem: EditorProblem) => [problem.code, problem.node, problem.port, problem.path, problem.fault].join('|');
