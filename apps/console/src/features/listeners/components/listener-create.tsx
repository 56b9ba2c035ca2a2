import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '@acequia/ui';
import { listenerChoices, type ListenerChoice } from '@acequia/components/definitions';
import { Chooser, chooserCard } from '#blocks/instance-form/chooser.tsx';
import { formPage, InstanceForm } from '#blocks/instance-form/instance-form.tsx';
import { CardsSkeleton } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { listenerTexts } from '../texts.ts';

const choices = listenerChoices();

export function ListenerTypePage() {
  const t = useTexts(listenerTexts);
  return (
    <>
      <PageHeader title={t('typeTitle')} crumbs={[{ label: t('title'), to: '/listeners' }]} />
      <main className="frame-body">
        <Chooser
          kind="listener"
          choices={choices}
          link={(type, content) => (
            <Link to="/listeners/create" search={{ type }} className={chooserCard}>
              {content}
            </Link>
          )}
        />
      </main>
    </>
  );
}

export function ListenerCreatePage({ type }: { readonly type: string | undefined }) {
  const choice = choices.find(({ id }) => id === type);
  return choice ? <CreateForm key={choice.id} choice={choice} /> : <ListenerTypePage />;
}

function CreateForm({ choice: { id, definition, preset, name } }: { readonly choice: ListenerChoice }) {
  const t = useTexts(listenerTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const { data: clusters } = useOperation('clusters:list', {});
  const [begun] = useState(() => ({ config: preset?.config ?? {}, hidden: new Set(preset?.hidden) }));
  const create = useCommand('listeners:create', {
    inlineErrors: true,
    onSuccess: (listener) => void navigate({ to: '/listeners/$listenerId/ready', params: { listenerId: listener.id } }),
  });
  return (
    <>
      <PageHeader
        title={t('createTitle', { type: name[language] })}
        crumbs={[
          { label: t('title'), to: '/listeners' },
          { label: t('chooseTitle'), to: '/listeners/create/type' },
        ]}
      />
      <main className={formPage}>
        {clusters ? (
          <InstanceForm
            kind="listener"
            id={definition.id}
            schema={definition.config}
            text={definition.text}
            examples={
              preset
                ? []
                : (definition.examples as readonly {
                    readonly name: { en: string; es: string };
                    readonly config: Record<string, unknown>;
                  }[])
            }
            initial={{ metadata: { name: '', description: '', tags: [] }, config: begun.config, clusterId: '' }}
            hidden={begun.hidden}
            draftKey={`listener:new:${id}`}
            clusters={clusters}
            submitLabel={t('create')}
            pending={create.isPending}
            error={create.error}
            onSubmit={({ metadata, config, clusterId }) =>
              create.mutate({ ...metadata, tags: [...metadata.tags], config, component: definition.id, clusterId })
            }
            cancel={
              <Button asChild variant="ghost">
                <Link to="/listeners">{t('cancel')}</Link>
              </Button>
            }
          />
        ) : (
          <div className="frame-body pt-4!">
            <CardsSkeleton />
          </div>
        )}
      </main>
    </>
  );
}
