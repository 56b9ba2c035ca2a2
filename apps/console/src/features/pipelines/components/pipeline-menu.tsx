import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Icon, IconButton, Menu, MenuItem, MenuRule, toast } from '@acequia/ui';
import type { Pipeline } from '@acequia/contract';
import { listTexts } from '#blocks/list/texts.ts';
import { RemovalDialog } from '#blocks/removal/removal-dialog.tsx';
import { removalTexts } from '#blocks/removal/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { pipelineTexts } from '../texts.ts';

export function PipelineMenu({ pipeline, onDetails }: { readonly pipeline: Pipeline; readonly onDetails: () => void }) {
  const t = useTexts(pipelineTexts);
  const tl = useTexts(listTexts);
  const tr = useTexts(removalTexts);
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const mayUpdate = useMay('pipeline:update');
  const mayDelete = useMay('pipeline:delete');
  const stop = useCommand('pipelines:stopVersion', { onSuccess: () => toast({ title: t('stoppedDone', { name: pipeline.name }) }) });
  const remove = useCommand('pipelines:remove', {
    onSuccess: () => {
      toast({ title: tr('done', { name: pipeline.name }) });
      setRemoving(false);
      void navigate({ to: '/pipelines' });
    },
  });
  const { runningVersion } = pipeline;
  return (
    <>
      <Menu
        label={tl('actions', { name: pipeline.name })}
        trigger={<IconButton icon="more" size="sm" label={tl('actions', { name: pipeline.name })} />}
      >
        <MenuItem asChild>
          <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId: pipeline.id, version: undefined }}>
            <Icon name="pipeline" size={14} />
            {t('open')}
          </Link>
        </MenuItem>
        <MenuItem icon="info" onSelect={onDetails}>
          {t('details')}
        </MenuItem>
        {mayUpdate && runningVersion !== null && (
          <MenuItem
            icon="stop"
            onSelect={() => stop.mutate({ id: pipeline.id, version: runningVersion, clusterIds: [...pipeline.clusters] })}
          >
            {t('stop')}
          </MenuItem>
        )}
        {mayDelete && (
          <>
            <MenuRule />
            <MenuItem icon="trash" danger onSelect={() => setRemoving(true)}>
              {t('remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      {removing && (
        <RemovalDialog
          name={pipeline.name}
          usedBy={[]}
          note={runningVersion === null ? t('removeNote') : t('removeRunning')}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: pipeline.id })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
