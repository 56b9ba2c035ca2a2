import type { ReactElement } from 'react';
import { toast } from '@acequia/ui';
import type { InstanceKind } from '#blocks/components/cards.ts';
import { FormPage } from '#blocks/instance-form/instance-page.tsx';
import type { Crumb } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { instanceVersionTexts } from './texts.ts';
import { VersionDetail } from './version-detail.tsx';
import { VersionsTab } from './versions-tab.tsx';

const operations = {
  listener: { find: 'listeners:find', versions: 'listeners:listVersions', update: 'listeners:update' },
  datasink: { find: 'datasinks:find', versions: 'datasinks:listVersions', update: 'datasinks:update' },
} as const;

/** The saved changes of a listener or a datasink. */
export function InstanceVersions({
  kind,
  id,
  link,
}: {
  readonly kind: InstanceKind;
  readonly id: string;
  /** To the page of one of them. */
  readonly link: (number: number, text: string) => ReactElement;
}) {
  const { data: versions } = useOperation(operations[kind].versions, { id });
  return <VersionsTab versions={versions} link={link} />;
}

/** One of them, with what it changed; it can be brought back as a new version. */
export function InstanceVersionPage({
  kind,
  id,
  number,
  crumbs,
  back,
  onRestored,
}: {
  readonly kind: InstanceKind;
  readonly id: string;
  readonly number: number;
  readonly crumbs: readonly Crumb[];
  /** To all of them. */
  readonly back: (text: string) => ReactElement;
  readonly onRestored: () => void;
}) {
  const t = useTexts(instanceVersionTexts);
  const mayUpdate = useMay(`${kind}:update`);
  const { data: instance, error, refetch } = useOperation(operations[kind].find, { id });
  const { data: versions } = useOperation(operations[kind].versions, { id });
  const update = useCommand(operations[kind].update, {
    onSuccess: () => {
      toast({ title: t('restored', { number }) });
      onRestored();
    },
  });
  return (
    <FormPage
      title={[instance?.name, t('version', { number })].filter(Boolean).join(' · ')}
      crumbs={crumbs}
      error={error}
      onRetry={() => void refetch()}
    >
      {instance && versions && (
        <div className="frame-body pt-4!">
          <VersionDetail
            versions={versions}
            number={number}
            back={back(t('back'))}
            {...(mayUpdate
              ? {
                  restore: {
                    pending: update.isPending,
                    run: ({ name, description, tags, config }) =>
                      update.mutate({ id, revision: instance.revision, name, description, tags, config }),
                  },
                }
              : {})}
          />
        </div>
      )}
    </FormPage>
  );
}
