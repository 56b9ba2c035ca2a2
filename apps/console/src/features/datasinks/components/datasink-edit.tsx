import { Link, useNavigate } from '@tanstack/react-router';
import { toast } from '@acequia/ui';
import type { Datasink } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import type { FieldChoices } from '#blocks/definition-form/index.ts';
import { CancelForm, useFormPlace } from '#blocks/instance-form/form-place.tsx';
import { InstanceForm } from '#blocks/instance-form/instance-form.tsx';
import { FormPage } from '#blocks/instance-form/instance-page.tsx';
import { useFieldChoices } from '#blocks/instance-form/use-field-choices.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { datasinkTexts } from '../texts.ts';
import { ProbeButton } from './probe-button.tsx';

export function DatasinkEditPage({ id }: { readonly id: string }) {
  const t = useTexts(datasinkTexts);
  const { data: datasink, error, refetch } = useOperation('datasinks:find', { id });
  const places = useFieldChoices();
  return (
    <FormPage
      title={datasink ? t('editTitle', { name: datasink.name }) : t('edit')}
      crumbs={[{ label: t('title'), to: '/datasinks' }]}
      error={error}
      onRetry={() => void refetch()}
    >
      {datasink && places && <EditForm key={datasink.id} datasink={datasink} places={places} />}
    </FormPage>
  );
}

function EditForm({ datasink, places }: { readonly datasink: Datasink; readonly places: FieldChoices }) {
  const t = useTexts(datasinkTexts);
  const navigate = useNavigate();
  const place = useFormPlace();
  const mayUpdate = useMay('datasink:update');
  const definition = useDefinition('datasink', datasink.component);
  const update = useCommand('datasinks:update', {
    inlineErrors: true,
    onSuccess: (saved) => {
      toast({ title: t('saved') });
      if (place) place.done(saved);
      else void navigate({ to: '/datasinks/$datasinkId', params: { datasinkId: datasink.id } });
    },
  });
  if (!definition) return <div className="frame-body pt-4!">{datasink.component}</div>;
  return (
    <InstanceForm
      kind="datasink"
      id={definition.id}
      schema={definition.creation}
      text={definition.text}
      examples={definition.examples.map((example) => ({ name: example.name, config: example.creation }))}
      saved={datasink.config}
      initial={{
        metadata: { name: datasink.name, description: datasink.description, tags: datasink.tags },
        config: datasink.config,
        clusterId: '',
      }}
      choices={places}
      draftKey={`datasink:${datasink.id}:${datasink.revision}`}
      submitLabel={t('save')}
      pending={update.isPending}
      error={update.error}
      readOnly={!mayUpdate}
      onSubmit={({ metadata, config }) =>
        update.mutate({ ...metadata, tags: [...metadata.tags], config, id: datasink.id, revision: datasink.revision })
      }
      extra={({ config }) => <ProbeButton component={definition.id} schema={definition.creation} config={config} />}
      cancel={
        <CancelForm
          text={t('cancel')}
          link={(text) => (
            <Link to="/datasinks/$datasinkId" params={{ datasinkId: datasink.id }}>
              {text}
            </Link>
          )}
        />
      }
    />
  );
}
