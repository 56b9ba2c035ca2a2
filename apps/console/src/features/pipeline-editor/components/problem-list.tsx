import { publishable } from '@acequia/pipeline';
import { classNames, Icon, IconButton, toneClass } from '@acequia/ui';
import { lazy, Suspense, useEffect } from 'react';
import { useTexts } from '#i18n/index.ts';
import { editorProblems, type EditorProblem } from '../model/editor-problems.ts';
import { isUnsaid } from '../model/editor-view.ts';
import { editorTexts } from '../texts.ts';
import { useLiveRevision, useServices, useView } from './editor-context.ts';

/** Brings the sentences of all reasons along, which only an open list shows. */
const row = () => import('./problem-row.tsx').then((module) => ({ default: module.ProblemRow }));
const ProblemRow = lazy(row);

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
  useEffect(() => void row().catch(() => undefined), []);
  const problems = editorProblems(view.document, view.validation, live.node, view.catalogue.listeners).filter(
    (problem) => !isUnsaid(problem, view.fresh),
  );
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  const verdict = !publishable(view.validation) ? t('notReady') : warnings > 0 ? t('readyWithWarnings') : t('readyToPublish');
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
          {problems.length === 0 && <li className="pe-problems-none">{t(view.fresh === undefined ? 'noProblems' : 'fillInFirst')}</li>}
          <Suspense>
            {problems.map((problem) => (
              <ProblemRow key={keyOf(problem)} problem={problem} onShow={onShow} />
            ))}
          </Suspense>
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

const keyOf = (problem: EditorProblem) => [problem.code, problem.node, problem.port, problem.path, problem.fault].join('|');
