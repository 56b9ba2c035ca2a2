import { useId, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, CopyCode, Dialog, Field, Note, Select, toast } from '@acequia/ui';
import type { TemplateSamples } from '@acequia/contract';
import { metadataFaults, nameTakenCodes, type Metadata } from '#blocks/metadata/metadata-faults.ts';
import { useNameTaken } from '#blocks/metadata/use-name-taken.ts';
import { MetadataFields } from '#blocks/metadata/metadata-fields.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { marketplaceTexts } from '../texts.ts';

/** Makes a template of a pipeline, with saved events if wanted, and opens it. */
export function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(marketplaceTexts);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { data: pipelines } = useOperation('pipelines:list', {});
  const [pipelineId, setPipelineId] = useState<string>();
  const [value, setValue] = useState<Metadata>({ name: '', description: '', tags: [] });
  const [samples, setSamples] = useState<TemplateSamples>();
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const publish = useCommand('marketplace:createTemplate', {
    inlineErrors: true,
    onSuccess: ({ id, name }) => {
      toast({ title: t('published', { name }) });
      void navigate({ to: '/marketplace/$templateId', params: { templateId: id } });
    },
    onError: () => focusFirstFault(form.current),
  });
  const choose = (id: string) => {
    const chosen = pipelines?.find((each) => each.id === id);
    setPipelineId(id);
    setSamples(undefined);
    if (chosen) setValue({ name: chosen.name, description: chosen.description, tags: chosen.tags });
  };
  const faults = metadataFaults(value);
  const taken = useNameTaken(publish.error, value.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (pipelineId === undefined || Object.keys(faults).length > 0) focusFirstFault(form.current);
    else publish.mutate({ ...value, name: value.name.trim(), tags: [...value.tags], pipelineId, ...(samples ? { samples } : {}) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('publishTitle')}
      description={t('publishLead')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={publish.isPending}>
            {t('publishConfirm')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {publish.error && !nameTakenCodes.has(publish.error.code) && (
          <div role="alert">
            <Note tone="danger" title={describeError(publish.error).title}>
              {describeError(publish.error).text} <CopyCode text={publish.error.code} />
            </Note>
          </div>
        )}
        <Field label={t('pipeline')} required {...tell('pipeline', pipelineId === undefined ? t('pipelineMissing') : undefined)}>
          {(control) => (
            <Select
              {...control}
              value={pipelineId}
              onChange={choose}
              placeholder={t('choosePipeline')}
              options={(pipelines ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
        </Field>
        {pipelineId !== undefined && (
          <>
            <MetadataFields
              value={value}
              onChange={(next) => {
                publish.reset();
                setValue(next);
              }}
              faults={submitted ? (taken && !faults.name ? { ...faults, name: 'nameTaken' } : faults) : {}}
            />
            <SamplesField pipelineId={pipelineId} value={samples} onChange={setSamples} />
          </>
        )}
      </form>
    </Dialog>
  );
}

interface SamplesFieldProps {
  readonly pipelineId: string;
  readonly value: TemplateSamples | undefined;
  readonly onChange: (value: TemplateSamples | undefined) => void;
}

/** Saved tests and sample events of the pipeline. */
function SamplesField({ pipelineId, value, onChange }: SamplesFieldProps) {
  const t = useTexts(marketplaceTexts);
  const { data: tests } = useOperation('pipelineTests:list', { pipelineId });
  const { data: samples } = useOperation('internalPipelines:listSamples', { pipelineId });
  const choices = new Map<string, { readonly label: string; readonly value: TemplateSamples }>([
    ...(tests ?? []).map(({ id, test }) => [id, { label: t('savedTest', { name: test.name }), value: { from: 'test', id } }] as const),
    ...(samples ?? []).map(({ id, name }) => [id, { label: t('savedSample', { name }), value: { from: 'sample', id } }] as const),
  ]);
  return (
    <Field label={t('samples')} hint={t('samplesHint')}>
      {(control) => (
        <Select
          {...control}
          value={value?.id ?? ''}
          onChange={(id) => onChange(choices.get(id)?.value)}
          options={[{ value: '', label: t('noSamples') }, ...[...choices].map(([id, { label }]) => ({ value: id, label }))]}
        />
      )}
    </Field>
  );
}
