import { Link, useNavigate } from '@tanstack/react-router';
import { toast } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { CancelForm, useFormPlace } from '#blocks/instance-form/form-place.tsx';
import { InstanceForm } from '#blocks/instance-form/instance-form.tsx';
import { FormPage } from '#blocks/instance-form/instance-page.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerWarnings } from '../model/definition-of.ts';
import { listenerTexts } from '../texts.ts';
import { ListenerProblem } from './listener-problem.tsx';
import { SendCommands } from './send-commands.tsx';

export function ListenerEditPage({ id }: { readonly id: string }) {
  const t = useTexts(listenerTexts);
  const { data: listener, error, refetch } = useOperation('listeners:find', { id });
  return (
    <FormPage
      title={listener ? t('editTitle', { name: listener.name }) : t('edit')}
      crumbs={[{ label: t('title'), to: '/listeners' }]}
      error={error}
      onRetry={() => void refetch()}
    >
      {listener && <EditForm key={listener.id} listener={listener} />}
    </FormPage>
  );
}

function EditForm({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const navigate = useNavigate();
  const place = useFormPlace();
  const mayUpdate = useMay('listener:update');
  const { data: clusters } = useOperation('clusters:list', {});
  const definition = useDefinition('listener', listener.component);
  const update = useCommand('listeners:update', {
    inlineErrors: true,
    onSuccess: (saved) => {
      toast({ title: t('saved') });
      if (place) place.done(saved);
      else void navigate({ to: '/listeners/$listenerId', params: { listenerId: listener.id } });
    },
  });
  if (!definition) return <div className="frame-body pt-4!">{listener.component}</div>;
  return (
    <>
      <div className="px-5 pt-4 max-w-[800px] empty:hidden">
        <ListenerProblem listener={listener} />
      </div>
      <InstanceForm
        kind="listener"
        id={definition.id}
        schema={definition.config}
        text={definition.text}
        examples={definition.examples}
        follow={definition.follow}
        warnings={(config) => listenerWarnings(definition, config)}
        saved={listener.config}
        initial={{
          metadata: { name: listener.name, description: listener.description, tags: listener.tags },
          config: listener.config,
          clusterId: listener.clusterId,
        }}
        draftKey={`listener:${listener.id}:${listener.revision}`}
        cluster={clusters?.find(({ id }) => id === listener.clusterId)}
        submitLabel={t('save')}
        pending={update.isPending}
        error={update.error}
        readOnly={!mayUpdate}
        onSubmit={({ metadata, config }) =>
          update.mutate({ ...metadata, tags: [...metadata.tags], config, id: listener.id, revision: listener.revision })
        }
        below={({ config }) =>
          definition.delivery === 'push' && (
            <section className="flex flex-col gap-2" aria-label={t('sendEvents')}>
              <h2 className="text-sm font-semibold mt-2">{t('sendEvents')}</h2>
              <SendCommands listener={{ ...listener, config }} />
            </section>
          )
        }
        cancel={
          <CancelForm
            text={t('cancel')}
            link={(text) => (
              <Link to="/listeners/$listenerId" params={{ listenerId: listener.id }}>
                {text}
              </Link>
            )}
          />
        }
      />
    </>
  );
}
