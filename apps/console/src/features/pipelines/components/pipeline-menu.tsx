import { Link, useNavigate } from '@tanstack/react-router';
import { Icon, MenuItem, toast } from '@acequia/ui';
import type { Pipeline } from '@acequia/contract';
import { duplicateTexts } from '#blocks/duplicate-pipeline/texts.ts';
import { useDuplicatePipeline } from '#blocks/duplicate-pipeline/use-duplicate-pipeline.ts';
import { ResourceMenu } from '#blocks/list/resource-menu.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { ReplayLink } from '#blocks/replays/replay-link.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { pipelineTexts } from '../texts.ts';

/** `onDetails` is absent where the details are open already. */
export function PipelineMenu({ pipeline, onDetails }: { readonly pipeline: Pipeline; readonly onDetails?: () => void }) {
  const t = useTexts(pipelineTexts);
  const tl = useTexts(listTexts);
  const navigate = useNavigate();
  const td = useTexts(duplicateTexts);
  const duplicate = useDuplicatePipeline();
  const mayCreate = useMay('pipeline:create');
  const mayUpdate = useMay('pipeline:update');
  const mayDelete = useMay('pipeline:delete');
  const { id, name, runningVersion, clusters } = pipeline;
  const stop = useCommand('pipelines:stopVersion', { onSuccess: () => toast({ title: t('stoppedDone', { name }) }) });
  const remove = useCommand('pipelines:remove');
  return (
    <ResourceMenu
      name={name}
      copyAs={{ kind: 'pipeline', id }}
      links={[
        <Link key="open" to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: id, version: undefined }}>
          <Icon name="pipeline" size={14} />
          {t('open')}
        </Link>,
        ...(mayUpdate ? [<ReplayLink key="replay" begin={{ replayPipeline: id }} />] : []),
      ]}
      removal={
        mayDelete
          ? {
              usedBy: [],
              note: runningVersion === null ? t('removeNote') : t('removeRunning'),
              pending: remove.isPending,
              run: (done) => remove.mutate({ id }, { onSuccess: done }),
              leave: () => void navigate({ to: '/pipelines' }),
            }
          : undefined
      }
    >
      {onDetails && (
        <MenuItem icon="info" onSelect={onDetails}>
          {tl('details')}
        </MenuItem>
      )}
      {mayCreate && (
        <MenuItem icon="copy" onSelect={() => void duplicate(pipeline)}>
          {td('duplicate')}
        </MenuItem>
      )}
      {mayUpdate && runningVersion !== null && (
        <MenuItem icon="stop" onSelect={() => stop.mutate({ id, version: runningVersion, clusterIds: [...clusters] })}>
          {t('stop')}
        </MenuItem>
      )}
    </ResourceMenu>
  );
}
