import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { Button, Icon, LiveDot, Note, Popover, Spinner } from '@acequia/ui';
import { useCommand } from '#lib/operations/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useTexts } from '#i18n/index.ts';
import { runState, type RunState } from '../../model/run-state.ts';
import { editorTexts } from '../../texts.ts';
import { useLiveRevision, useServices, useView } from '../editor-context.ts';

export interface RunningMenuProps {
  readonly pipeline: Pipeline;
  readonly running: Version | undefined;
  readonly clusters: readonly Cluster[];
  readonly mayUpdate: boolean;
}

/** What runs where, what has not started yet and why, and which steps wait. */
export function RunningMenu({ pipeline, running, clusters, mayUpdate }: RunningMenuProps) {
  const t = useTexts(editorTexts);
  const { live } = useServices();
  const view = useView();
  useLiveRevision();
  if (!running) return <span className="pe-not-running">{t(pipeline.state === 'stopped' ? 'paused' : 'notRunning')}</span>;
  const waiting = view.document.nodes.filter((node) => live.node(node.id)?.waiting);
  const state = runState(running, pipeline, waiting.length);
  return (
    <Popover
      label={t('runningIn')}
      align="end"
      trigger={
        <Button iconEnd="chevron-down">
          <RunningMark state={state} />
          {t('running', { version: running.version })}
          <span className="pe-quiet">
            {state === 'flowing'
              ? t('inClusters', { count: running.clusters.length })
              : state === 'waitingNodes'
                ? t('waitingNodes', { count: waiting.length })
                : t(state)}
          </span>
        </Button>
      }
    >
      <div className="pe-running">
        <h3>{t('runningIn')}</h3>
        <ul>
          {running.clusters.map((id) => {
            const cluster = clusters.find((each) => each.id === id);
            const online = cluster?.workers.filter((worker) => worker.status === 'online').length ?? 0;
            return (
              <li key={id}>
                {cluster?.name ?? id}
                <span className="pe-quiet">{t('workersOnline', { count: online })}</span>
              </li>
            );
          })}
        </ul>
        {state === 'refusedStart' && <Refusal pipelineId={pipeline.id} version={running} mayUpdate={mayUpdate} />}
        {state === 'waitingNodes' && <p>{waiting.map((node) => view.text(node.id).title).join(', ')}</p>}
        {(state === 'starting' || state === 'waitingWorker') && <p className="pe-quiet">{t(`${state}Why`)}</p>}
        {(state === 'flowing' || state === 'unknownState') && (
          <p className="pe-quiet">{t(state === 'flowing' ? 'allFlowing' : 'unknownState')}</p>
        )}
      </div>
    </Popover>
  );
}

function RunningMark({ state }: { readonly state: RunState }) {
  if (state === 'starting') return <Spinner size={12} />;
  if (state === 'refusedStart') return <Icon name="error" size={14} className="ui-c-danger pe-ink" />;
  return <LiveDot on={state === 'flowing'} />;
}

/** The worker's reason, and the way to have it tried again. */
function Refusal({
  pipelineId,
  version,
  mayUpdate,
}: {
  readonly pipelineId: string;
  readonly version: Version;
  readonly mayUpdate: boolean;
}) {
  const t = useTexts(editorTexts);
  const reasonText = useReasonText();
  const start = useCommand('pipelines:startVersion');
  return (
    <Note tone="danger" title={t('refusedStartTitle', { version: version.version })}>
      {version.reason && reasonText(version.reason)}
      {mayUpdate && (
        <div className="mt-3">
          <Button
            size="sm"
            icon="refresh"
            loading={start.isPending}
            onClick={() => start.mutate({ id: pipelineId, version: version.version, clusterIds: version.clusters })}
          >
            {t('retryStart')}
          </Button>
        </div>
      )}
    </Note>
  );
}
