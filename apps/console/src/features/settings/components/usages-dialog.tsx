import { Link } from '@tanstack/react-router';
import { Button, Dialog, Icon, Skeleton, toast, type IconName } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { settingsTexts } from '../texts.ts';

/** What uses a secret; removing it is possible only when nothing does. */
export function UsagesDialog({
  secret,
  removing,
  onClose,
}: {
  readonly secret: Secret;
  readonly removing: boolean;
  readonly onClose: () => void;
}) {
  const t = useTexts(settingsTexts);
  const { data: usages } = useOperation('secrets:getUsages', { id: secret.id });
  const remove = useCommand('secrets:deleteSecret', {
    onSuccess: () => {
      toast({ title: t('removed') });
      onClose();
    },
  });
  const used = (usages?.totalUsages ?? 0) > 0;
  const description = !usages
    ? t('checking')
    : removing
      ? used
        ? t('removeUsed')
        : t('removeUnused')
      : used
        ? t('total', { count: usages.totalUsages })
        : t('nothingUses');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={removing ? t('removeTitle', { name: secret.name }) : t('usagesTitle', { name: secret.name })}
      description={description}
      footer={
        removing && (
          <>
            <Button variant="ghost" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button variant="danger" disabled={!usages || used} loading={remove.isPending} onClick={() => remove.mutate({ id: secret.id })}>
              {t('remove')}
            </Button>
          </>
        )
      }
    >
      {!usages && <Skeleton height={48} />}
      {usages && used && (
        <div className="flex flex-col gap-3">
          <Users
            title={t('pipelines')}
            icon="pipeline"
            entries={usages.pipelines.map(({ id, name, versions }) => ({
              id,
              name,
              detail: versions.map((version) => version.version).join(', '),
              to: '/pipelines/$pipelineId/{-$version}' as const,
              params: { pipelineId: id, version: undefined },
            }))}
          />
          <Users
            title={t('listeners')}
            icon="listener"
            entries={usages.listeners.map(({ id, name, actionName }) => ({
              id,
              name,
              detail: actionName,
              to: '/listeners/$listenerId' as const,
              params: { listenerId: id },
            }))}
          />
          <Users
            title={t('datasinks')}
            icon="datasink"
            entries={usages.datasinks.map(({ id, name, actionName }) => ({
              id,
              name,
              detail: actionName,
              to: '/datasinks/$datasinkId' as const,
              params: { datasinkId: id },
            }))}
          />
        </div>
      )}
    </Dialog>
  );
}

type Target =
  | { readonly to: '/pipelines/$pipelineId/{-$version}'; readonly params: { readonly pipelineId: string; readonly version: undefined } }
  | { readonly to: '/listeners/$listenerId'; readonly params: { readonly listenerId: string } }
  | { readonly to: '/datasinks/$datasinkId'; readonly params: { readonly datasinkId: string } };

function Users({
  title,
  icon,
  entries,
}: {
  readonly title: string;
  readonly icon: IconName;
  readonly entries: readonly (Target & { readonly id: string; readonly name: string; readonly detail: string })[];
}) {
  if (entries.length === 0) return null;
  return (
    <div>
      <h3 className="text-xs text-muted font-medium mb-1">{title}</h3>
      <ul className="rounded-md border">
        {entries.map(({ id, name, detail, ...target }) => (
          <li key={id} className="border-b last:border-b-0">
            <Link {...target} className="flex items-center gap-2 px-3 h-8 hover:bg-s2">
              <Icon name={icon} size={14} className="text-muted" />
              <span className="truncate">{name}</span>
              <span className="ui-hint ml-auto">{detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
