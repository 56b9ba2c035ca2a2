import { useId, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, CopyCode, Dialog, Field, Input, Note, toast } from '@acequia/ui';
import type { Template } from '@acequia/contract';
import { nameTakenCodes } from '#blocks/metadata/metadata-faults.ts';
import { useNameTaken } from '#blocks/metadata/use-name-taken.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { datasinksOf, openEnds, withEnds, type Ends } from '../model/ends.ts';
import { marketplaceTexts } from '../texts.ts';
import { DatasinkEnd, ListenerEnd } from './end-fields.tsx';

/** Asks for a name and the ends, creates the pipeline, and opens it. What is not chosen stays open in its draft. */
export function ImportDialog({ template, onClose }: { readonly template: Template; readonly onClose: () => void }) {
  const t = useTexts(marketplaceTexts);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const navigate = useNavigate();
  const { pipeline, pipelineMetadata, actionFrom } = template;
  const [name, setName] = useState(pipelineMetadata.name);
  const [ends, setEnds] = useState<Ends>(openEnds);
  const create = useCommand('pipelines:create', {
    inlineErrors: true,
    onSuccess: (made) => {
      toast({ title: t('imported', { name: made.name }) });
      void navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId: made.id, version: undefined } });
    },
    onError: () => focusFirstFault(form.current),
  });
  const empty = name.trim() === '';
  const taken = useNameTaken(create.error, name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (empty) focusFirstFault(form.current);
    else create.mutate({ ...pipelineMetadata, name: name.trim(), document: withEnds(pipeline, ends) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('importTitle', { name: template.name })}
      description={t('importLead')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={create.isPending}>
            {t('importConfirm')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {create.error && !nameTakenCodes.has(create.error.code) && (
          <div role="alert">
            <Note tone="danger" title={t('failed')}>
              {describeError(create.error).text} <CopyCode text={create.error.code} />
            </Note>
          </div>
        )}
        <Field label={t('name')} required {...tell('name', empty ? t('nameEmpty') : taken ? t('nameTaken') : undefined)}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={128}
              onChange={(event) => {
                create.reset();
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        <ListenerEnd component={actionFrom.name} ends={ends} onChange={setEnds} />
        {datasinksOf(pipeline).map((node) => (
          <DatasinkEnd key={node.id} node={node} ends={ends} onChange={setEnds} />
        ))}
      </form>
    </Dialog>
  );
}
