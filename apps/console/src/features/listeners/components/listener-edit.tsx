import { Link, useNavigate } from '@tanstack/react-router';
import { Button, toast } from '@acequia/ui';
import { findListener } from '@acequia/components/definitions';
import type { Listener } from '@acequia/contract';
import { formPage, InstanceForm } from '#blocks/instance-form/instance-form.tsx';
import { CardsSkeleton, ListFailed } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';
import { ListenerProblem } from './listener-problem.tsx';

export function ListenerEditPage({ id }: { readonly id: string }) {
  const t = useTexts(listenerTexts);
  const { data: listener, error, refetch } = useOperation('listeners:find', { id });
  return (
    <>
      <PageHeader
        title={listener ? t('editTitle', { name: listener.name }) : t('edit')}
        crumbs={[{ label: t('title'), to: '/listeners' }]}
      />
      <main className={formPage}>
        {listener ? (
          <EditForm key={listener.id} listener={listener} />
        ) : (
          <div className="frame-body pt-4!">{error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <CardsSkeleton />}</div>
        )}
      </main>
    </>
  );
}

function EditForm({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const navigate = useNavigate();
  const mayUpdate = useMay('listener:update');
  const { data: clusters } = useOperation('clusters:list', {});
  const definition = findListener(listener.component);
  const open = () => void navigate({ to: '/listeners/$listenerId', params: { listenerId: listener.id } });
  const update = useCommand('listeners:update', {
    inlineErrors: true,
    onSuccess: () => {
      toast({ title: t('saved') });
      open();
    },
  });
  if (!definition) return <div className="frame-body pt-4!">{listener.component}</div>;
  const cluster = clusters?.find((candidate) => candidate.id === listener.clusterId);
  return (
    <>
      {listener.state === 'error' && (
        <div className="px-5 pt-4 max-w-[800px]">
          <ListenerProblem listener={listener} />
        </div>
      )}
      <InstanceForm
        kind="listener"
        id={definition.id}
        schema={definition.config}
        text={definition.text}
        examples={[]}
        initial={{
          metadata: { name: listener.name, description: listener.description, tags: listener.tags },
          config: listener.config,
          clusterId: listener.clusterId,
        }}
        draftKey={`listener:${listener.id}:${listener.revision}`}
        portRange={cluster?.portRange}
        submitLabel={t('save')}
        pending={update.isPending}
        error={update.error}
        readOnly={!mayUpdate}
        onSubmit={({ metadata, config }) =>
          update.mutate({ ...metadata, tags: [...metadata.tags], config, id: listener.id, revision: listener.revision })
        }
        cancel={
          <Button asChild variant="ghost">
            <Link to="/listeners/$listenerId" params={{ listenerId: listener.id }}>
              {t('cancel')}
            </Link>
          </Button>
        }
      />
    </>
  );
}
