import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { toast } from '@acequia/ui';
import { freeName } from '@acequia/domain';
import { cardsOf, type ComponentCard } from '#blocks/components/cards.ts';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { prefilled, type FieldChoices } from '#blocks/definition-form/index.ts';
import { chooserCard } from '#blocks/instance-form/chooser.tsx';
import { CancelForm, useFormPlace } from '#blocks/instance-form/form-place.tsx';
import { InstanceForm } from '#blocks/instance-form/instance-form.tsx';
import { FormPage, TypePage } from '#blocks/instance-form/instance-page.tsx';
import { useFieldChoices } from '#blocks/instance-form/use-field-choices.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { datasinkTexts } from '../texts.ts';
import { ProbeButton } from './probe-button.tsx';

export function DatasinkTypePage() {
  const t = useTexts(datasinkTexts);
  const place = useFormPlace();
  return (
    <TypePage
      kind="datasink"
      title={t('typeTitle')}
      crumbs={[{ label: t('title'), to: '/datasinks' }]}
      link={(type, content) =>
        place ? (
          <Link to="." search={(known) => ({ ...known, type })} className={chooserCard}>
            {content}
          </Link>
        ) : (
          <Link to="/datasinks/create" search={{ type }} className={chooserCard}>
            {content}
          </Link>
        )
      }
    />
  );
}

export function DatasinkCreatePage({ type }: { readonly type: string | undefined }) {
  const t = useTexts(datasinkTexts);
  const language = useLanguage();
  const places = useFieldChoices();
  const { data: datasinks, error, refetch } = useOperation('datasinks:list', {});
  const card = cardsOf('datasink').find(({ id }) => id === type);
  if (!card) return <DatasinkTypePage />;
  return (
    <FormPage
      title={t('createTitle', { type: card.name[language] })}
      crumbs={[
        { label: t('title'), to: '/datasinks' },
        { label: t('chooseTitle'), to: '/datasinks/create/type' },
      ]}
      error={error}
      onRetry={() => void refetch()}
    >
      {places && datasinks && <CreateForm key={card.id} card={card} places={places} taken={datasinks.map(({ name }) => name)} />}
    </FormPage>
  );
}

function CreateForm({
  card,
  places,
  taken,
}: {
  readonly card: ComponentCard;
  readonly places: FieldChoices;
  /** Names of the data sinks there are. */
  readonly taken: readonly string[];
}) {
  const t = useTexts(datasinkTexts);
  const navigate = useNavigate();
  const place = useFormPlace();
  const definition = useDefinition('datasink', card.of)!;
  const preset = definition.presets?.find(({ id }) => id === card.id);
  const language = useLanguage();
  const [begun] = useState(() => ({
    name: freeName(card.name[language], taken),
    config: prefilled(definition.creation, places, preset?.creation),
    hidden: new Set(preset?.hidden),
  }));
  const create = useCommand('datasinks:create', {
    inlineErrors: true,
    onSuccess: (datasink) => {
      if (place) {
        place.done(datasink);
        return;
      }
      toast({
        title: t('created'),
        content: t('createdText'),
        action: { text: t('buildPipeline'), command: () => void navigate({ to: '/pipelines/create' }) },
      });
      void navigate({ to: '/datasinks/$datasinkId', params: { datasinkId: datasink.id } });
    },
  });
  return (
    <InstanceForm
      kind="datasink"
      id={definition.id}
      schema={definition.creation}
      text={definition.text}
      examples={definition.examples.map((example) => ({ name: example.name, config: example.creation }))}
      fromExamples={!preset}
      initial={{ metadata: { name: begun.name, description: '', tags: [] }, config: begun.config, clusterId: '' }}
      choices={places}
      hidden={begun.hidden}
      draftKey={`datasink:new:${card.id}`}
      submitLabel={t('create')}
      pending={create.isPending}
      error={create.error}
      onSubmit={({ metadata, config }) => create.mutate({ ...metadata, tags: [...metadata.tags], config, component: definition.id })}
      extra={({ config }) => <ProbeButton component={definition.id} schema={definition.creation} config={config} />}
      cancel={<CancelForm text={t('cancel')} link={(text) => <Link to="/datasinks">{text}</Link>} />}
    />
  );
}
