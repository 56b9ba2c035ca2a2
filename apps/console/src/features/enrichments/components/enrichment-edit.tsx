import '../enrichments.css';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Card, CopyButton, Icon, Message, Pairs, toast } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { CardsSkeleton, ListFailed } from '#blocks/list/list-states.tsx';
import { metadataFaults, nameTakenCodes, type Metadata } from '#blocks/metadata/metadata-faults.ts';
import { useNameTaken } from '#blocks/metadata/use-name-taken.ts';
import { MetadataFields } from '#blocks/metadata/metadata-fields.tsx';
import { RetryLoading } from '#blocks/object-state/retry-loading.tsx';
import { stateRefetchMs } from '#blocks/object-state/state-looks.ts';
import { ThingState } from '#blocks/object-state/thing-state.tsx';
import { Around } from '#blocks/instance-form/around.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useEdits } from '#lib/forms/use-edits.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { listTexts } from '#blocks/list/texts.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { EnrichmentMenu } from './enrichment-menu.tsx';
import { MissingNotes } from './missing-notes.tsx';
import { RefreshCard } from './refresh-card.tsx';
import { UsagesCard } from './usages-card.tsx';
import { VersionsCard } from './versions-card.tsx';

/** All there is to one table: its versions, its source, who uses it, its name. */
export function EnrichmentEditPage({ id }: { readonly id: string }) {
  const t = useTexts(enrichmentTexts);
  const { data: lookup, error, refetch } = useOperation('lookups:find', { id }, { refetchMs: stateRefetchMs });
  const mayUpdate = useMay('lookup:update');
  const paths = useEnrichmentPaths();
  const crumbs = [{ label: t('title'), to: '/enrichments' as const }];
  if (error?.code === 'ACQ-NOT-FOUND')
    return (
      <Around title={t('title')} className="frame-body grid">
        <Message drawing="lost" title={t('notFound')} actions={<Link to={paths.list}>{t('title')}</Link>} />
      </Around>
    );
  return (
    <Around
      title={lookup?.name ?? t('title')}
      crumbs={lookup ? crumbs : []}
      className="frame-body"
      beside={
        <>
          {lookup && <ThingState of={lookup} />}
          {lookup && <EnrichmentMenu lookup={lookup} />}
          {lookup && mayUpdate && (
            <Button asChild variant="primary">
              <Link to={paths.newVersion} params={{ lookupId: id }}>
                <Icon name="plus" />
                {t('newVersion')}
              </Link>
            </Button>
          )}
        </>
      }
    >
      {!lookup && (error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <CardsSkeleton />)}
      {lookup && (
        <div className="enrichment-page">
          <div className="flex flex-col gap-4 min-w-0">
            <MissingNotes missing={lookup.missing} />
            <RetryLoading lookup={lookup} />
            <VersionsCard lookup={lookup} />
            <UsagesCard id={id} />
          </div>
          <div className="flex flex-col gap-4 min-w-0">
            <RefreshCard lookup={lookup} />
            <DetailsCard key={lookup.id} lookup={lookup} />
          </div>
        </div>
      )}
    </Around>
  );
}

function DetailsCard({ lookup }: { readonly lookup: Lookup }) {
  const t = useTexts(enrichmentTexts);
  const tl = useTexts(listTexts);
  const mayUpdate = useMay('lookup:update');
  const form = useRef<HTMLFormElement>(null);
  const { name, description, tags } = lookup;
  const stored = useMemo<Metadata>(() => ({ name, description, tags }), [name, description, tags]);
  const { value, set, saved } = useEdits(stored);
  const [submitted, setSubmitted] = useState(false);
  const update = useCommand('lookups:update', {
    inlineErrors: true,
    onSuccess: () => {
      toast({ title: t('saved'), tone: 'success' });
      setSubmitted(false);
    },
    onError: () => focusFirstFault(form.current),
  });
  const taken = useNameTaken(update.error, value.name);
  const own = submitted ? metadataFaults(value) : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.keys(metadataFaults(value)).length > 0) focusFirstFault(form.current);
    else {
      const input = { id: lookup.id, name: value.name.trim(), description: value.description, tags: [...value.tags] };
      update.mutate(input, { onSuccess: () => saved(value) });
    }
  };
  return (
    <Card className="p-4">
      <form ref={form} className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <h2 className="font-semibold">{t('details')}</h2>
        <MetadataFields
          value={value}
          onChange={set}
          faults={taken && !own.name ? { ...own, name: 'nameTaken' } : own}
          readOnly={!mayUpdate}
        />
        <Pairs
          pairs={[
            [
              'Id',
              <span key="id" className="ui-mono flex items-center gap-1">
                {lookup.id}
                <CopyButton text={lookup.id} what="id" />
              </span>,
            ],
            [
              t('keyColumn'),
              <span key="key" className="ui-mono">
                {lookup.keyColumn}
              </span>,
            ],
            [t('format'), lookup.format === 'csv' ? 'CSV' : 'JSON'],
            [tl('columnUpdated'), <TimeAgo key="updated" atMs={lookup.updatedAt} />],
            [tl('created'), <TimeAgo key="created" atMs={lookup.createdAt} />],
          ]}
        />
        {update.error && !nameTakenCodes.has(update.error.code) && (
          <p className="ui-error" role="alert">
            {describeError(update.error).text} ({update.error.code})
          </p>
        )}
        {mayUpdate && (
          <Button type="submit" className="self-end" loading={update.isPending}>
            {t('save')}
          </Button>
        )}
      </form>
    </Card>
  );
}
