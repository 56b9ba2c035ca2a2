import type { PipelineDocument, ProblemCode } from '@acequia/pipeline';
import { ConfirmDialog, Note } from '@acequia/ui';
import { useMemo } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { createViewer } from '../../model/editor-view.ts';
import { editorTexts } from '../../texts.ts';
import { useView, ViewContext } from '../editor-context.ts';
import { useProblemText } from '../problem-text.ts';
import { DiffView } from './diff-view.tsx';

/** What a file may name that is not here. */
const missingCodes: ReadonlySet<ProblemCode> = new Set([
  'listener-missing',
  'label-missing',
  'datasink-missing',
  'secret-missing',
  'lookup-missing',
  'component-unknown',
  'version-unknown',
]);

export interface ImportDialogProps {
  /** Of the file. */
  readonly name: string;
  readonly document: PipelineDocument;
  /** How many tests it brings. */
  readonly tests: number;
  readonly onImport: () => void;
  readonly onClose: () => void;
}

/** Before a file takes the place of the draft: what changes, and what it names that does not exist here. */
export function ImportDialog({ name, document, tests, onImport, onClose }: ImportDialogProps) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { document: now, catalogue } = useView();
  const view = useMemo(
    () => createViewer()(document, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [document, catalogue, language, t],
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('importTitle', { name })}
      description={t('importWhy')}
      cancel={t('cancel')}
      confirm={t('importNow')}
      onConfirm={onImport}
    >
      <div className="pe-publish">
        <ViewContext value={view}>
          <Missing />
        </ViewContext>
        <section>
          <h3>{t('importChanges')}</h3>
          <DiffView before={now} after={document} same={t('importSame')} />
          {tests > 0 && <p className="pe-quiet">{t('importTests', { count: tests })}</p>}
        </section>
      </div>
    </ConfirmDialog>
  );
}

function Missing() {
  const t = useTexts(editorTexts);
  const view = useView();
  const textOf = useProblemText();
  const missing = view.validation.problems.filter(({ code }) => missingCodes.has(code));
  if (missing.length === 0) return null;
  return (
    <Note tone="warning" title={t('importMissing', { count: missing.length })}>
      <ul>
        {missing.map((problem) => (
          <li key={`${problem.code} ${problem.node} ${problem.path}`}>
            {problem.node === undefined ? t('wholePipeline') : view.text(problem.node).title}: {textOf(problem)}
          </li>
        ))}
      </ul>
    </Note>
  );
}
