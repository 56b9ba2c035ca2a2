import { useId, useRef, useState, type FormEvent } from 'react';
import { Button, Card, Dialog, Note, Pairs, toast } from '@acequia/ui';
import type { Lookup, LookupRefresh } from '@acequia/contract';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { Moment } from '#lib/format/moment.tsx';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useEgressText } from '#lib/operations/use-egress-text.ts';
import { reasonText } from '#lib/operations/reason-text.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useMay } from '#lib/session/index.ts';
import { credentialsOf, emptyRefresh, refreshEntryOf, refreshFaults, type RefreshEntry } from '../model/refresh-form.ts';
import { enrichmentTexts } from '../texts.ts';
import { RefreshFields } from './refresh-fields.tsx';

/** Where the file comes from by itself, how the last time went, and how to change that. */
export function RefreshCard({ lookup }: { readonly lookup: Lookup }) {
  const t = useTexts(enrichmentTexts);
  const mayUpdate = useMay('lookup:update');
  const [editing, setEditing] = useState(false);
  const { id, refresh } = lookup;
  const now = useCommand('lookups:refreshNow', { onSuccess: () => toast({ title: t('nowAsked') }) });
  const remove = useCommand('lookups:removeRefresh', { onSuccess: () => toast({ title: t('refreshOff') }) });
  return (
    <Card className="p-4 flex flex-col gap-3">
      <h2 className="font-semibold">{t('refresh')}</h2>
      {refresh ? <Schedule refresh={refresh} /> : <p className="text-muted">{t('refreshText')}</p>}
      {mayUpdate && (
        <div className="flex flex-wrap gap-2">
          {refresh && (
            <Button size="sm" icon="refresh" loading={now.isPending} onClick={() => now.mutate({ id })}>
              {t('now')}
            </Button>
          )}
          <Button size="sm" icon={refresh ? 'settings' : 'plus'} onClick={() => setEditing(true)}>
            {refresh ? t('change') : t('setUp')}
          </Button>
          {refresh && (
            <Button size="sm" variant="ghost" loading={remove.isPending} onClick={() => remove.mutate({ id })}>
              {t('remove')}
            </Button>
          )}
        </div>
      )}
      {editing && <RefreshDialog lookup={lookup} onClose={() => setEditing(false)} />}
    </Card>
  );
}

/** What other reports say of a destination's connection goes on about events; here its first sentence is enough. */
function Schedule({ refresh }: { readonly refresh: LookupRefresh }) {
  const t = useTexts(enrichmentTexts);
  const reasonOf = useReasonText();
  const language = useLanguage();
  const { everyMs } = refreshEntryOf(refresh);
  return (
    <>
      <p className="min-w-0 break-words" title={refresh.url}>
        {t('refreshOn', { every: t(`e${everyMs}`), host: new URL(refresh.url).host })}
      </p>
      {refresh.fault && (
        <div role="status">
          <Note tone="warning" title={t('refreshFailed')}>
            {refresh.fault.code.startsWith('LOOKUP_') ? reasonOf(refresh.fault) : reasonText(refresh.fault.code, language).title}
          </Note>
        </div>
      )}
      <Pairs
        pairs={[
          [t('checkedAt'), refresh.checkedAt === null ? t('never') : <TimeAgo key="checked" atMs={refresh.checkedAt} />],
          [t('changedAt'), refresh.changedAt === null ? t('never') : <TimeAgo key="changed" atMs={refresh.changedAt} />],
          [t('nextAt'), <Moment key="next" atMs={refresh.nextAt} />],
        ]}
      />
    </>
  );
}

function RefreshDialog({ lookup: { id, refresh }, onClose }: { readonly lookup: Lookup; readonly onClose: () => void }) {
  const t = useTexts(enrichmentTexts);
  const [entry, setEntry] = useState(refresh ? refreshEntryOf(refresh) : emptyRefresh);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const faults = refreshFaults(entry);
  const egressText = useEgressText();
  const save = useCommand('lookups:setRefresh', {
    inlineErrors: true,
    onError: () => focusFirstFault(form.current),
    onSuccess: () => {
      toast({ title: t('refreshSet'), content: t('refreshSetText') });
      onClose();
    },
  });
  const refused = egressText(save.error?.fields['url']);
  const change = (next: RefreshEntry) => {
    if (save.isError) save.reset();
    setEntry(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSubmitted(true);
    if (faults.size > 0) focusFirstFault(form.current);
    else save.mutate({ id, url: entry.url, everyMs: entry.everyMs, credentials: credentialsOf(entry) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('refresh')}
      description={t('refreshText')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={save.isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate>
        <RefreshFields value={entry} tell={tell} refused={refused} onChange={change} />
      </form>
      {save.error && refused === undefined && (
        <p className="ui-error mt-3" role="alert">
          {describeError(save.error).text} ({save.error.code})
        </p>
      )}
    </Dialog>
  );
}
