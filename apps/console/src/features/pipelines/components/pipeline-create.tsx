import { useId, useRef, useState, type FormEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, CopyCode, Dialog, Note } from '@acequia/ui';
import { useLeaveWarning } from '#blocks/leave/leave-warning.tsx';
import { metadataFaults, nameTakenCodes, type Metadata } from '#blocks/metadata/metadata-faults.ts';
import { useNameTaken } from '#blocks/metadata/use-name-taken.ts';
import { MetadataFields } from '#blocks/metadata/metadata-fields.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useDraft } from '#lib/drafts/use-draft.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { pipelineTexts } from '../texts.ts';

/** Asks for a name over the empty editor, and opens what it made there. */
export function PipelineCreateDialog() {
  const t = useTexts(pipelineTexts);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [value, setValue, draft] = useDraft<Metadata>('pipeline:new', { name: '', description: '', tags: [] });
  const [submitted, setSubmitted] = useState(false);
  const create = useCommand('pipelines:create', {
    inlineErrors: true,
    onSuccess: (pipeline) => {
      draft.clear();
      void navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId: pipeline.id, version: 'Main' }, replace: true });
    },
    onError: () => focusFirstFault(form.current),
  });
  const leave = useLeaveWarning(draft.changed);
  const own = metadataFaults(value);
  const taken = useNameTaken(create.error, value.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(own).length > 0) focusFirstFault(form.current);
    else create.mutate({ ...value, name: value.name.trim(), tags: [...value.tags] });
  };
  const cancel = () => void navigate({ to: '/pipelines' });
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => open || cancel()}
        title={t('createTitle')}
        description={t('createLead')}
        footer={
          <>
            <Button variant="ghost" onClick={cancel}>
              {t('cancel')}
            </Button>
            <Button variant="primary" type="submit" form={formId} loading={create.isPending}>
              {t('create')}
            </Button>
          </>
        }
      >
        <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          {create.error && !nameTakenCodes.has(create.error.code) && (
            <div role="alert">
              <Note tone="danger" title={t('refused')}>
                {describeError(create.error).text} <CopyCode text={create.error.code} />
              </Note>
            </div>
          )}
          <MetadataFields
            value={value}
            onChange={setValue}
            faults={submitted ? (taken && !own.name ? { ...own, name: 'nameTaken' } : own) : {}}
            autoFocus
          />
        </form>
      </Dialog>
      {leave}
    </>
  );
}
