import { useRef, useState, type FormEvent } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Card, Field, Select } from '@acequia/ui';
import { MetadataFields } from '#blocks/metadata/metadata-fields.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { callOperation } from '#lib/operations/call.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { leaving } from '../model/await-check.ts';
import { useUpload } from '../model/use-upload.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { FileDrop } from './file-drop.tsx';
import { HeadPreview } from './head-preview.tsx';
import { UploadState } from './upload-state.tsx';
import { useChosenFile } from './use-chosen-file.ts';
import { useCreation } from './use-creation.ts';

/** A table from a file of this machine: made whole or not at all. */
export function CreateFromFile({ format }: { readonly format: 'csv' | 'json-lines' }) {
  const t = useTexts(enrichmentTexts);
  const paths = useEnrichmentPaths();
  const form = useRef<HTMLFormElement>(null);
  const creation = useCreation();
  const chosen = useChosenFile(format);
  const upload = useUpload();
  const [keyColumn, setKeyColumn] = useState('');
  const { file, head, fault } = chosen;
  const [reading, setReading] = useState(false);
  const sending = reading || upload.state.kind === 'sending' || upload.state.kind === 'checking';
  const key = head?.columns.includes(keyColumn) ? keyColumn : '';
  const choose = async (next: File) => {
    const found = await chosen.choose(next);
    if (found && !found.columns.includes(keyColumn)) setKeyColumn(found.columns[0] ?? '');
    if (creation.metadata.name === '')
      creation.setMetadata({ ...creation.metadata, name: next.name.replace(/\.[^.]*$/, '').slice(0, 128) });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const named = creation.submit();
    if (!head || !file) chosen.miss();
    if (sending) return;
    setReading(true);
    const ready = named && head !== undefined && file !== undefined && key !== '' && (await chosen.keysOnce(key));
    setReading(false);
    if (!ready) {
      focusFirstFault(form.current);
      return;
    }
    let id: string;
    try {
      const { separator } = head;
      id = (await callOperation('lookups:create', { ...creation.text, format, separator, keyColumn: key })).id;
    } catch (error) {
      creation.refuse(toOperationError(error));
      focusFirstFault(form.current);
      return;
    }
    const takeBack = () => callOperation('lookups:remove', { id, confirmUsed: false });
    const version = await upload.start(file, { lookupId: id, takeBack });
    if (version && version !== leaving) creation.created(id);
  };
  return (
    <form ref={form} className="max-w-3xl flex flex-col gap-4 pt-3" onSubmit={(event) => void submit(event)} noValidate>
      <FileDrop file={file} format={format} fault={fault} onFile={(next) => void choose(next)} />
      {head && (
        <>
          <Field label={t('keyColumn')} hint={t('keyHint')} required {...(key === '' ? { error: t('keyNeeded') } : {})}>
            {(control) => (
              <Select
                {...control}
                value={key === '' ? undefined : key}
                onChange={setKeyColumn}
                options={head.columns.map((column) => ({ value: column, label: column }))}
              />
            )}
          </Field>
          <HeadPreview head={head} keyColumn={key} />
        </>
      )}
      <Card className="p-4">
        <MetadataFields value={creation.metadata} onChange={creation.setMetadata} faults={creation.faults} readOnly={sending} />
      </Card>
      {creation.refused && (
        <p className="ui-error" role="alert">
          {describeError(creation.refused).text} ({creation.refused.code})
        </p>
      )}
      <UploadState upload={upload} />
      <div className="flex justify-end gap-2">
        <Button asChild variant="ghost">
          <Link to={paths.list}>{t('cancel')}</Link>
        </Button>
        <Button type="submit" variant="primary" loading={sending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
