import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, toast } from '@acequia/ui';
import { datasinkChoices, type DatasinkChoice } from '@acequia/components/definitions';
import { prefilled, type FieldChoices } from '#blocks/definition-form/index.ts';
import { Chooser, chooserCard } from '#blocks/instance-form/chooser.tsx';
import { formPage, InstanceForm } from '#blocks/instance-form/instance-form.tsx';
import { useFieldChoices } from '#blocks/instance-form/use-field-choices.ts';
import { CardsSkeleton } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { datasinkTexts } from '../texts.ts';
import { ProbeButton } from './probe-button.tsx';

const choices = datasinkChoices();

export function DatasinkTypePage() {
  const t = useTexts(datasinkTexts);
  return (
    <>
      <PageHeader title={t('typeTitle')} crumbs={[{ label: t('title'), to: '/datasinks' }]} />
      <main className="frame-body">
        <Chooser
          kind="datasink"
          choices={choices}
          link={(type, content) => (
            <Link to="/datasinks/create" search={{ type }} className={chooserCard}>
              {content}
            </Link>
          )}
        />
      </main>
    </>
  );
}

export function DatasinkCreatePage({ type }: { readonly type: string | undefined }) {
  const choice = choices.find(({ id }) => id === type);
  const places = useFieldChoices();
  if (!choice) return <DatasinkTypePage />;
  if (places === undefined) {
    return (
      <main className="frame-body pt-4!">
        <CardsSkeleton />
      </main>
    );
  }
  return <CreateForm key={choice.id} choice={choice} places={places} />;
}

function CreateForm({
  choice: { id, definition, preset, name },
  places,
}: {
  readonly choice: DatasinkChoice;
  readonly places: FieldChoices;
}) {
  const t = useTexts(datasinkTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [begun] = useState(() => ({ config: prefilled(definition.creation, places, preset?.creation), hidden: new Set(preset?.hidden) }));
  const create = useCommand('datasinks:create', {
    inlineErrors: true,
    onSuccess: (datasink) => {
      toast({ title: t('created'), content: t('createdText') });
      void navigate({ to: '/datasinks/$datasinkId', params: { datasinkId: datasink.id } });
    },
  });
  return (
    <>
      <PageHeader
        title={t('createTitle', { type: name[language] })}
        crumbs={[
          { label: t('title'), to: '/datasinks' },
          { label: t('chooseTitle'), to: '/datasinks/create/type' },
        ]}
      />
      <main className={formPage}>
        <InstanceForm
          kind="datasink"
          id={definition.id}
          schema={definition.creation}
          text={definition.text}
          examples={preset ? [] : definition.examples.map((example) => ({ name: example.name, config: example.creation }))}
          initial={{ metadata: { name: '', description: '', tags: [] }, config: begun.config, clusterId: '' }}
          choices={places}
          hidden={begun.hidden}
          draftKey={`datasink:new:${id}`}
          submitLabel={t('create')}
          pending={create.isPending}
          error={create.error}
          onSubmit={({ metadata, config }) => create.mutate({ ...metadata, tags: [...metadata.tags], config, component: definition.id })}
          extra={({ config }) => <ProbeButton component={definition.id} schema={definition.creation} config={config} />}
          cancel={
            <Button asChild variant="ghost">
              <Link to="/datasinks">{t('cancel')}</Link>
            </Button>
          }
        />
      </main>
    </>
  );
}
