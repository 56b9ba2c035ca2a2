import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { Button, Icon, LiveDot, Note, Popover, Spinner } from '@acequia/ui';
import { lazy, Suspense, useState } from 'react';
import { useCommand } from '#lib/operations/index.ts';
import { withReasonTexts } from '#lib/operations/reason-texts.ts';
import { useTexts } from '#i18n/index.ts';
import { runState, type RunState } from '../../model/run-state.ts';
import { placements, publishedVersions, runningVersion } from '../../model/publish-plan.ts';
import { versionState } from '../../model/version-state.ts';
import { editorTexts } from '../../texts.ts';
import { useLiveRevision, useServices, useView } from '../editor-context.ts';
import { PlacementList, RollBackButton } from './placement-list.tsx';

const ReasonSentence = lazy(withReasonTexts(() => import('./reason-sentence.tsx').then((module) => ({ default: module.ReasonSentence }))));

export interface RunningMenuProps {
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  readonly mayUpdate: boolean;
  readonly onStop: (clusterId: string) => void;
}

/** What runs where, what has not started yet and why, and which steps wait. */
export function RunningMenu(props: RunningMenuProps) {
  const running = runningVersion(props.versions);
  return running ? <Running {...props} running={running} /> : <NotRunning versions={props.versions} />;
}

function Running({ pipeline, versions, clusters, mayUpdate, onStop, running }: RunningMenuProps & { readonly running: Version }) {
  const t = useTexts(editorTexts);
  const { live } = useServices();
  const view = useView();
  useLiveRevision();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const waiting = view.document.nodes.filter((node) => live.node(node.id)?.waiting);
  const state = runState(running, pipeline, waiting.length);
  const placed = placements(versions);
  const own = placed.filter(({ version }) => version === running).length;
  return (
    <Popover
      label={t('runningIn')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button iconEnd="chevron-down">
          <RunningMark state={state} />
          {t('running', { version: running.version })}
          <span className="pe-quiet">
            {state === 'flowing'
              ? own < placed.length
                ? t('inSomeClusters', { own, all: placed.length })
                : t('inClusters', { count: own })
              : state === 'waitingNodes'
                ? t('waitingNodes', { count: waiting.length })
                : t(state)}
          </span>
        </Button>
      }
    >
      <div className="pe-running">
        <h3>{t('runningIn')}</h3>
        <PlacementList
          pipelineId={pipeline.id}
          versions={versions}
          clusters={clusters}
          mayUpdate={mayUpdate}
          onStop={onStop}
          onChosen={close}
        />
        {state === 'refusedStart' && <Refusal pipelineId={pipeline.id} version={running} mayUpdate={mayUpdate} onChosen={close} />}
        {state === 'waitingNodes' && <p>{waiting.map((node) => view.text(node.id).title).join(', ')}</p>}
        {(state === 'starting' || state === 'waitingWorker') && <p className="pe-quiet">{t(`${state}Why`)}</p>}
        {(state === 'flowing' || state === 'unknownState') && (
          <p className="pe-quiet">{t(state === 'flowing' ? 'allFlowing' : 'unknownState')}</p>
        )}
        {mayUpdate && <RollBackButton pipelineId={pipeline.id} versions={versions} onChosen={close} />}
      </div>
    </Popover>
  );
}

/** Nothing that ran, or paused: by a person, or because something it needs was removed. A pre-release never ran. */
function NotRunning({ versions }: { readonly versions: readonly Version[] }) {
  const t = useTexts(editorTexts);
  const paused = publishedVersions(versions).find((version) => versionState(version) === 'stopped');
  if (!paused?.reason) return <span className="pe-not-running">{t(paused ? 'paused' : 'notRunning')}</span>;
  return (
    <Popover
      label={t('paused')}
      align="end"
      trigger={
        <Button iconEnd="chevron-down">
          <Icon name="warning" size={14} className="ui-c-warning pe-ink" />
          {t('paused')}
        </Button>
      }
    >
      <div className="pe-running">
        <Note tone="warning" title={t('pausedTitle', { version: paused.version })}>
          <Suspense>
            <ReasonSentence reason={paused.reason} />
          </Suspense>
        </Note>
        <p className="pe-quiet">{t('pausedWhy')}</p>
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
  onChosen,
}: {
  readonly pipelineId: string;
  readonly version: Version;
  readonly mayUpdate: boolean;
  readonly onChosen: () => void;
}) {
  const t = useTexts(editorTexts);
  const start = useCommand('pipelines:startVersion');
  return (
    <Note tone="danger" title={t('refusedStartTitle', { version: version.version })}>
      <Suspense>{version.reason && <ReasonSentence reason={version.reason} />}</Suspense>
      {mayUpdate && (
        <div className="mt-3">
          <Button
            size="sm"
            icon="refresh"
            loading={start.isPending}
            onClick={() =>
              start.mutate({ id: pipelineId, version: version.version, clusterIds: version.clusters }, { onSuccess: onChosen })
            }
          >
            {t('retryStart')}
          </Button>
        </div>
      )}
    </Note>
  );
}
