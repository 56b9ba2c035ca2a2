import '../enrichments.css';
import { useNavigate } from '@tanstack/react-router';
import { Button, Dialog, toast } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { leaving } from '../model/await-check.ts';
import { useUpload } from '../model/use-upload.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { FileDrop } from './file-drop.tsx';
import { HeadPreview } from './head-preview.tsx';
import { UploadState } from './upload-state.tsx';
import { useChosenFile } from './use-chosen-file.ts';

/** Another file for a table, over its page. */
export function NewVersionDialog({ lookupId }: { readonly lookupId: string }) {
  const navigate = useNavigate();
  const paths = useEnrichmentPaths();
  const { data: lookup } = useOperation('lookups:find', { id: lookupId });
  const close = () => void navigate({ to: paths.edit, params: { lookupId } });
  return lookup ? <Form lookup={lookup} onClose={close} /> : null;
}

function Form({ lookup, onClose }: { readonly lookup: Lookup; readonly onClose: () => void }) {
  const t = useTexts(enrichmentTexts);
  const chosen = useChosenFile(lookup.format, lookup.active?.columns);
  const upload = useUpload();
  const { file, head, fault } = chosen;
  const sending = upload.state.kind === 'sending';
  const busy = sending || upload.state.kind === 'checking';
  const send = async () => {
    if (!file || !head) {
      chosen.miss();
      return;
    }
    if (!(await chosen.keysOnce(lookup.keyColumn))) return;
    const version = await upload.start(file, { lookupId: lookup.id });
    if (!version || version === leaving) return;
    toast({ title: t('uploaded', { number: version.number }), tone: 'success' });
    onClose();
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || sending || onClose()}
      title={t('newVersionTitle', { name: lookup.name })}
      description={t('newVersionText')}
      footer={
        <>
          <Button variant="ghost" disabled={sending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" loading={busy} onClick={() => busy || void send()}>
            {t('upload')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 min-w-0">
        <FileDrop file={file} format={lookup.format} fault={fault} onFile={(next) => void chosen.choose(next)} />
        {head && <HeadPreview head={head} keyColumn={lookup.keyColumn} />}
        <UploadState upload={upload} />
      </div>
    </Dialog>
  );
}
