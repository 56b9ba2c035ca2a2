import { useRef, useState, type FormEvent } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, Card, CopyCode, Note } from '@acequia/ui';
import { focusFirstFault } from '#blocks/definition-form/model/use-config-check.ts';
import { useLeaveWarning } from '#blocks/leave/leave-warning.tsx';
import { metadataFaults, nameTakenCodes, type Metadata } from '#blocks/metadata/metadata-faults.ts';
import { MetadataFields } from '#blocks/metadata/metadata-fields.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useDraft } from '#lib/drafts/use-draft.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { pipelineTexts } from '../texts.ts';

export function PipelineCreatePage() {
  const t = useTexts(pipelineTexts);
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue, draft] = useDraft<Metadata>('pipeline:new', { name: '', description: '', tags: [] });
  const [submitted, setSubmitted] = useState(false);
  const create = useCommand('pipelines:create', {
    inlineErrors: true,
    onSuccess: (pipeline) => {
      draft.clear();
      void navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId: pipeline.id, version: 'Main' } });
    },
    onError: () => focusFirstFault(form.current),
  });
  const leave = useLeaveWarning(draft.changed);
  const own = metadataFaults(value);
  const taken = create.error !== null && nameTakenCodes.has(create.error.code);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(own).length > 0) focusFirstFault(form.current);
    else create.mutate({ ...value, name: value.name.trim(), tags: [...value.tags] });
  };
  return (
    <>
      <PageHeader title={t('createTitle')} crumbs={[{ label: t('title'), to: '/pipelines' }]} />
      <main className="frame-body pt-4!">
        <form ref={form} onSubmit={submit} noValidate className="max-w-[560px]">
          <Card className="p-5 flex flex-col gap-4">
            <p className="text-muted">{t('createLead')}</p>
            {create.error && !taken && (
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
            <div className="flex gap-2 mt-1">
              <Button variant="primary" type="submit" loading={create.isPending}>
                {t('create')}
              </Button>
              <Button asChild variant="ghost">
                <Link to="/pipelines">{t('cancel')}</Link>
              </Button>
            </div>
          </Card>
        </form>
        {leave}
      </main>
    </>
  );
}
