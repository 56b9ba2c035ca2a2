import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Card, Field, Input, Segmented, Select } from '@acequia/ui';
import { MetadataFields } from '#blocks/metadata/metadata-fields.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useEgressText } from '#lib/operations/use-egress-text.ts';
import { credentialsOf, emptyRefresh, refreshFaults, type RefreshEntry } from '../model/refresh-form.ts';
import type { Separator } from '../model/sniff-file.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { RefreshFields } from './refresh-fields.tsx';
import { useCreation } from './use-creation.ts';

const separators = { found: null, comma: ',', semicolon: ';', tab: '\t' } as const satisfies Record<string, Separator | null>;
type SeparatorWord = keyof typeof separators;

/** A table whose file is fetched on a schedule from the beginning. */
export function CreateFromAddress() {
  const t = useTexts(enrichmentTexts);
  const paths = useEnrichmentPaths();
  const form = useRef<HTMLFormElement>(null);
  const creation = useCreation();
  const tell = useToldFaults(form, creation.submitted);
  const [entry, setEntry] = useState(emptyRefresh);
  const [format, setFormat] = useState<'csv' | 'json-lines'>('csv');
  const [separator, setSeparator] = useState<SeparatorWord>('found');
  const [keyColumn, setKeyColumn] = useState('');
  const create = useCommand('lookups:create', { inlineErrors: true });
  const setRefresh = useCommand('lookups:setRefresh', { inlineErrors: true });
  const remove = useCommand('lookups:remove', { inlineErrors: true });
  const faults = refreshFaults(entry);
  const refused = useEgressText()(creation.refused?.fields['url']);
  useEffect(() => {
    if (refused !== undefined) focusFirstFault(form.current);
  }, [refused]);
  const change = (next: RefreshEntry) => {
    if (refused !== undefined) creation.refuse(undefined);
    setEntry(next);
  };
  const pending = create.isPending || setRefresh.isPending || remove.isPending;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (!creation.submit() || faults.size > 0 || keyColumn.trim() === '') {
      focusFirstFault(form.current);
      return;
    }
    let made: string | undefined;
    try {
      const source = { format, separator: format === 'csv' ? separators[separator] : null, keyColumn: keyColumn.trim() };
      made = (await create.mutateAsync({ ...creation.text, ...source })).id;
      await setRefresh.mutateAsync({ id: made, url: entry.url, everyMs: entry.everyMs, credentials: credentialsOf(entry) });
      creation.created(made);
    } catch (error) {
      if (made !== undefined) await remove.mutateAsync({ id: made, confirmUsed: false }).catch(() => undefined);
      creation.refuse(toOperationError(error));
      focusFirstFault(form.current);
    }
  };
  return (
    <form ref={form} className="max-w-3xl flex flex-col gap-4 pt-3" onSubmit={(event) => void submit(event)} noValidate>
      <Card className="p-4">
        <RefreshFields value={entry} tell={tell} refused={refused} onChange={change} />
      </Card>
      <Card className="p-4 flex flex-col gap-4">
        <Field label={t('format')}>
          {() => (
            <div className="flex">
              <Segmented
                label={t('format')}
                value={format}
                onChange={setFormat}
                options={[
                  { value: 'csv', label: 'CSV' },
                  { value: 'json-lines', label: 'JSON' },
                ]}
              />
            </div>
          )}
        </Field>
        {format === 'csv' && (
          <Field label={t('separator')}>
            {(control) => (
              <Select
                {...control}
                value={separator}
                onChange={setSeparator}
                options={(Object.keys(separators) as SeparatorWord[]).map((word) => ({
                  value: word,
                  label: t(word === 'found' ? 'separatorFound' : word),
                }))}
              />
            )}
          </Field>
        )}
        <Field
          label={t('keyColumn')}
          hint={t('keyHint')}
          required
          {...tell('keyColumn', keyColumn.trim() === '' ? t('partNeeded') : undefined)}
        >
          {(control) => <Input {...control} mono value={keyColumn} onChange={(event) => setKeyColumn(event.target.value)} />}
        </Field>
      </Card>
      <Card className="p-4">
        <MetadataFields value={creation.metadata} onChange={creation.setMetadata} faults={creation.faults} />
      </Card>
      {creation.refused && refused === undefined && (
        <p className="ui-error" role="alert">
          {describeError(creation.refused).text} ({creation.refused.code})
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button asChild variant="ghost">
          <Link to={paths.list}>{t('cancel')}</Link>
        </Button>
        <Button type="submit" variant="primary" loading={pending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
