import { Status } from '@acequia/ui';
import { useEffect, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { differing, shadowLooks } from './shadow-looks.ts';
import { testingTexts } from './texts.ts';
import { useTestingUrl } from './use-testing-url.ts';

export interface PublishShadowProps {
  readonly pipelineId: string;
  /** Saves what is not saved; the revision to publish, or undefined. */
  readonly flush: () => Promise<number | undefined>;
  readonly onShow: () => void;
}

/** What the last shadow run gave, and whether it was of the very draft that is published. */
export function PublishShadow({ pipelineId, flush, onShow }: PublishShadowProps) {
  const t = useTexts(testingTexts);
  const format = useFormat();
  const { look } = useTestingUrl();
  const revision = useSavedRevision(flush);
  const runs = useOperation('shadowRuns:list', { pipelineId }).data;
  const latest = runs?.find(({ version }) => version === null);
  const same = latest?.revision === revision;
  return (
    <section>
      <h3>{t('tab.shadow')}</h3>
      {runs && !latest && <p className="pe-quiet">{t('shadowNone')}</p>}
      {latest && revision !== undefined && (
        <>
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
              {t(same ? 'shadowLatest' : 'shadowEarlier', { version: latest.against })}
            </button>
            {latest.result && <span className="ui-hint">{differing(latest, t, format)}</span>}
          </p>
          {!same && <p className="pe-quiet">{t('shadowEarlierWhy', { time: format.moment(latest.createdAt) })}</p>}
        </>
      )}
    </section>
  );
}

function useSavedRevision(flush: () => Promise<number | undefined>): number | undefined {
  const [revision, setRevision] = useState<number>();
  useEffect(() => {
    let shown = true;
    void flush().then((saved) => shown && setRevision(saved));
    return () => void (shown = false);
  }, [flush]);
  return revision;
}
