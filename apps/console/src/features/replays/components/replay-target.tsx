import { Field, Select } from '@acequia/ui';
import type { Listener, Pipeline, Version } from '@acequia/contract';
import { isPublished } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import type { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { replayTexts } from '../texts.ts';

/** From where, and into what; what is not chosen yet is undefined. */
export interface TargetInput {
  readonly listenerId: string | undefined;
  readonly pipelineId: string | undefined;
  readonly version: string | undefined;
}

export interface WholeTarget {
  readonly listenerId: string;
  readonly pipelineId: string;
  readonly version: string;
}

export interface Target {
  readonly listeners: readonly Listener[];
  /** Those that start from the listener. */
  readonly pipelines: readonly Pipeline[];
  /** Published ones of the pipeline. */
  readonly versions: readonly Version[];
  readonly listenerId: string | undefined;
  readonly pipelineId: string | undefined;
  readonly version: string | undefined;
  readonly whole: WholeTarget | undefined;
  /** What is known to leave nothing to choose; undefined while it is asked for. */
  readonly missing: 'pipeline' | 'version' | undefined;
}

/** What stands to choose, and what is chosen: a pipeline brings its listener, and its running version is proposed. */
export function useTarget({ listenerId: askedListener, pipelineId: askedPipeline, version: askedVersion }: TargetInput): Target {
  const { data: listeners = [] } = useOperation('listeners:list', {});
  const { data: all } = useOperation('pipelines:list', {});
  const listenerId = askedListener ?? all?.find(({ id }) => id === askedPipeline)?.listenerIds[0];
  const pipelines = (all ?? []).filter(({ listenerIds }) => listenerId !== undefined && listenerIds.includes(listenerId));
  const pipelineId = askedPipeline ?? (pipelines.length === 1 ? pipelines[0]!.id : undefined);
  const { data: every } = useOperation('pipelines:listVersions', { id: pipelineId ?? '' }, { enabled: pipelineId !== undefined });
  const versions = pipelineId === undefined ? [] : (every ?? []).filter(isPublished);
  const version = askedVersion ?? (versions.find(({ status }) => status === 'running') ?? versions[0])?.version;
  const known = versions.some((each) => each.version === version);
  const whole = listenerId !== undefined && pipelineId !== undefined && version !== undefined && known;
  return {
    listeners,
    pipelines,
    versions,
    listenerId,
    pipelineId,
    version: known ? version : undefined,
    missing:
      all && listenerId !== undefined && pipelines.length === 0
        ? 'pipeline'
        : every && pipelineId !== undefined && versions.length === 0
          ? 'version'
          : undefined,
    whole: whole ? { listenerId, pipelineId, version } : undefined,
  };
}

export function ReplayTarget({
  value,
  onChange,
  chosen,
  tell,
}: {
  readonly value: TargetInput;
  readonly onChange: (value: TargetInput) => void;
  readonly chosen: Target;
  readonly tell: ReturnType<typeof useToldFaults>;
}) {
  const t = useTexts(replayTexts);
  const { listeners, pipelines, versions, listenerId, pipelineId, version, missing } = chosen;
  return (
    <div className="grid grid-cols-3 gap-3">
      <Field label={t('listener')} required {...tell('listener', listenerId === undefined ? t('chooseListener') : undefined)}>
        {(control) => (
          <Select
            {...control}
            value={listenerId}
            onChange={(id) => onChange({ listenerId: id, pipelineId: undefined, version: undefined })}
            options={listeners.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={t('chooseListener')}
          />
        )}
      </Field>
      <Field
        label={t('pipeline')}
        required
        {...tell('pipeline', pipelineId === undefined ? t('choosePipeline') : undefined)}
        {...(missing === 'pipeline' ? { error: t('noPipeline') } : {})}
      >
        {(control) => (
          <Select
            {...control}
            value={pipelineId}
            onChange={(id) => onChange({ ...value, listenerId, pipelineId: id, version: undefined })}
            options={pipelines.map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={t('choosePipeline')}
            disabled={pipelines.length === 0}
          />
        )}
      </Field>
      <Field
        label={t('version')}
        required
        {...tell('version', version === undefined ? t('chooseVersion') : undefined)}
        {...(missing === 'version' ? { error: t('noVersion') } : {})}
      >
        {(control) => (
          <Select
            {...control}
            value={version}
            onChange={(next) => onChange({ listenerId, pipelineId, version: next })}
            options={versions.map((each) => ({
              value: each.version,
              label: each.status === 'running' ? t('runningNow', { version: `v${each.version}` }) : `v${each.version}`,
            }))}
            placeholder={t('chooseVersion')}
            disabled={versions.length === 0}
          />
        )}
      </Field>
    </div>
  );
}
