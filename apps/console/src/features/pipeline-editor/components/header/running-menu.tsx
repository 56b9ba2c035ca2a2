import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { Button, LiveDot, Popover } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useLiveRevision, useServices, useView } from '../editor-context.ts';

/** What runs where, and which steps wait. */
export function RunningMenu({
  pipeline,
  running,
  clusters,
}: {
  readonly pipeline: Pipeline;
  readonly running: Version | undefined;
  readonly clusters: readonly Cluster[];
}) {
  const t = useTexts(editorTexts);
  const { live } = useServices();
  const view = useView();
  useLiveRevision();
  if (!running) return <span className="pe-not-running">{t(pipeline.state === 'stopped' ? 'paused' : 'notRunning')}</span>;
  const waiting = view.document.nodes.filter((node) => live.node(node.id)?.waiting);
  return (
    <Popover
      label={t('runningIn')}
      align="end"
      trigger={
        <Button iconEnd="chevron-down">
          <LiveDot on={pipeline.state === 'running' && waiting.length === 0} />
          {t('running', { version: running.version })}
          <span className="pe-quiet">
            {pipeline.state === 'unknown'
              ? t('unknownState')
              : waiting.length > 0
                ? t('waitingNodes', { count: waiting.length })
                : t('inClusters', { count: running.clusters.length })}
          </span>
        </Button>
      }
    >
      <div className="pe-running">
        <h3>{t('runningIn')}</h3>
        <ul>
          {running.clusters.map((id) => {
            const cluster = clusters.find((each) => each.id === id);
            return (
              <li key={id}>
                {cluster?.name ?? id}
                <span className="pe-quiet">
                  {t('workersOnline', { count: cluster?.workers.filter((worker) => worker.status === 'online').length ?? 0 })}
                </span>
              </li>
            );
          })}
        </ul>
        {waiting.length === 0 ? (
          <p className="pe-quiet">{pipeline.state === 'unknown' ? t('unknownState') : t('allFlowing')}</p>
        ) : (
          <p>{waiting.map((node) => view.text(node.id).title).join(', ')}</p>
        )}
      </div>
    </Popover>
  );
}
