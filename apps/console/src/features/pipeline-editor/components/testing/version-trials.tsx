import { Status } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { useMay } from '#lib/session/index.ts';
import { differing, shadowLooks } from './shadow-looks.ts';
import { testingTexts } from './texts.ts';

/** What a version was tried with: the tests that are kept with it, and the shadow runs of its draft. */
export function VersionTrials({ pipelineId, version }: { readonly pipelineId: string; readonly version: string }) {
  const t = useTexts(testingTexts);
  const format = useFormat();
  const draft = version === 'Main';
  const mayReadContent = useMay('content:read');
  const tests =
    useOperation('pipelineTests:list', { pipelineId, version }, { enabled: mayReadContent }).data ?? (mayReadContent ? undefined : []);
  const runs = useOperation('shadowRuns:list', { pipelineId }).data?.filter((run) => run.version === (draft ? null : version)) ?? [];
  if (!tests || (tests.length === 0 && runs.length === 0)) return null;
  return (
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-2">
      {tests.length > 0 && <li>{t('summary', { count: tests.length })}</li>}
      {runs.map((run) => (
        <li key={run.id} className="flex items-center gap-2">
          <Status {...shadowLooks[run.state]}>{t(`state.${run.state}`)}</Status>
          <Link
            to="."
            search={((known: object) => ({ ...known, history: undefined, with: undefined, testing: 'shadow', shadow: run.id })) as never}
            className="ui-link"
          >
            {t('tab.shadow')} {t('against', { version: run.against })}
          </Link>
          {run.result && <span className="ui-hint">{differing(run, t, format)}</span>}
        </li>
      ))}
    </ul>
  );
}
