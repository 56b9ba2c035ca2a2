import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { Cluster, Listener } from '@acequia/contract';
import { freeName } from '@acequia/domain';
import { cardsOf, type ComponentCard } from '#blocks/components/cards.ts';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { chooserCard } from '#blocks/instance-form/chooser.tsx';
import { CancelForm, useFormPlace } from '#blocks/instance-form/form-place.tsx';
import { InstanceForm } from '#blocks/instance-form/instance-form.tsx';
import { FormPage, TypePage } from '#blocks/instance-form/instance-page.tsx';
import { useNewToken } from '#blocks/secret-picker/use-new-token.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { listenerWarnings } from '../model/definition-of.ts';
import { withFreePort } from '../model/free-port.ts';
import { withProposedToken } from '../model/proposed-token.ts';
import { listenerTexts } from '../texts.ts';

export function ListenerTypePage() {
  const t = useTexts(listenerTexts);
  const place = useFormPlace();
  return (
    <TypePage
      kind="listener"
      title={t('typeTitle')}
      crumbs={[{ label: t('title'), to: '/listeners' }]}
      link={(type, content) =>
        place ? (
          <Link to="." search={(known) => ({ ...known, type })} className={chooserCard}>
            {content}
          </Link>
        ) : (
          <Link to="/listeners/create" search={{ type }} className={chooserCard}>
            {content}
          </Link>
        )
      }
    />
  );
}

export function ListenerCreatePage({ type }: { readonly type: string | undefined }) {
  const t = useTexts(listenerTexts);
  const language = useLanguage();
  const { data: clusters, error, refetch } = useOperation('clusters:list', {});
  const { data: listeners } = useOperation('listeners:list', {});
  const card = cardsOf('listener').find(({ id }) => id === type);
  if (!card) return <ListenerTypePage />;
  return (
    <FormPage
      title={t('createTitle', { type: card.name[language] })}
      crumbs={[
        { label: t('title'), to: '/listeners' },
        { label: t('chooseTitle'), to: '/listeners/create/type' },
      ]}
      error={error}
      onRetry={() => void refetch()}
    >
      {clusters && listeners && <CreateForm key={card.id} card={card} clusters={clusters} listeners={listeners} />}
    </FormPage>
  );
}

const allPorts = { from: 1, to: 65_535 };

function CreateForm({
  card,
  clusters,
  listeners,
}: {
  readonly card: ComponentCard;
  readonly clusters: readonly Cluster[];
  readonly listeners: readonly Listener[];
}) {
  const t = useTexts(listenerTexts);
  const navigate = useNavigate();
  const place = useFormPlace();
  const definition = useDefinition('listener', card.of)!;
  const language = useLanguage();
  const preset = definition.presets?.find(({ id }) => id === card.id);
  const [begun] = useState(() => ({
    name: freeName(
      card.name[language],
      listeners.map(({ name }) => name),
    ),
    config: withFreePort(
      definition.config,
      withProposedToken({ ...definition.begin, ...preset?.config }, definition.config, language),
      listeners.map(({ config }) => config),
      clusters[0]?.portRange ?? allPorts,
    ),
    hidden: new Set(preset?.hidden),
  }));
  const withNewToken = useNewToken();
  const create = useCommand('listeners:create', {
    inlineErrors: true,
    onSuccess: (listener) =>
      place ? place.done(listener) : void navigate({ to: '/listeners/$listenerId/ready', params: { listenerId: listener.id } }),
  });
  return (
    <InstanceForm
      kind="listener"
      id={definition.id}
      schema={definition.config}
      text={definition.text}
      examples={definition.examples}
      fromExamples={!preset}
      follow={definition.follow}
      warnings={(config) => listenerWarnings(definition, config)}
      initial={{ metadata: { name: begun.name, description: '', tags: [] }, config: begun.config, clusterId: '' }}
      hidden={begun.hidden}
      draftKey={`listener:new:${card.id}`}
      clusters={clusters}
      submitLabel={t('create')}
      pending={create.isPending}
      error={create.error}
      onSubmit={({ metadata, config, clusterId }) =>
        void withNewToken(config, metadata.name).then(
          (complete) => create.mutate({ ...metadata, tags: [...metadata.tags], config: complete, component: definition.id, clusterId }),
          // The refused secret was reported where it failed.
          () => undefined,
        )
      }
      cancel={<CancelForm text={t('cancel')} link={(text) => <Link to="/listeners">{text}</Link>} />}
    />
  );
}
