import { Status } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { differing, shadowLooks } from './shadow-looks.ts';
import { testingTexts } from './texts.ts';
import { useTestingUrl } from './use-testing-url.ts';

/** What the last shadow run of the draft gave. */
export function PublishShadow({ pipelineId, onShow }: { readonly pipelineId: string; readonly onShow: () => void }) {
  const t = useTexts(testingTexts);
  const format = useFormat();
  const { look } = useTestingUrl();
  const runs = useOperation('shadowRuns:list', { pipelineId }).data;
  const latest = runs?.find(({ version }) => version === null);
  return (
    <section>
      <h3>{t('tab.shadow')}</h3>
      {runs && !latest && <p className="pe-quiet">{t('shadowNone')}</p>}
      {latest && (
        <p className="flex flex-wrap items-center gap-2">
          <Status {...shadowLooks[latest.state]}>{t(`state.${latest.state}`)}</Status>
          <button
            type="button"
            className="ui-link"
            onClick={() => {
              onShow();
              look(latest.id);
            }}
          >
            {t('shadowLatest', { version: latest.against })}
          </button>
          {latest.result && <span className="ui-hint">{differing(latest, t, format)}</span>}
        </p>
      )}
    </section>
  );
}
