import type { PreviewSample } from '@acequia/contract';
import { Button, Dialog, Field, IconButton, Input, Note, Segmented, TagsInput, Textarea, toast } from '@acequia/ui';
import { useRef, useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { describeError, useCommand } from '#lib/operations/index.ts';
import { formOf, sampleForms, sampleTexts, type SampleForm } from '../../model/sample-text.ts';
import { editorTexts } from '../../texts.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useServices } from '../editor-context.ts';

export interface SamplesDialogProps {
  readonly samples: readonly PreviewSample[];
  readonly onClose: () => void;
  readonly onSaved: (sampleId: string) => void;
  readonly onRemoved: (sampleId: string) => void;
}

/** Pasted or uploaded events that stay with the pipeline. */
export function SamplesDialog({ samples, onClose, onSaved, onRemoved }: SamplesDialogProps) {
  const t = useTexts(editorTexts);
  const words = useTexts(previewTableTexts);
  const { pipelineId } = useServices();
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [chosenForm, setForm] = useState<SampleForm>();
  const [masked, setMasked] = useState<readonly string[]>([]);
  const file = useRef<HTMLInputElement>(null);
  const form = chosenForm ?? formOf(text);
  const texts = sampleTexts(text, form);
  const kind = form === 'events' ? 'events' : 'raw';
  const save = useCommand('internalPipelines:saveSample', {
    inlineErrors: true,
    onSuccess: (sample) => {
      toast({ title: words('sampleSaved', { name: sample.name }) });
      onSaved(sample.id);
      onClose();
    },
  });
  const remove = useCommand('internalPipelines:deleteSample', { onSuccess: (_output, { id }) => onRemoved(id) });
  const submit = () =>
    save.mutate({ pipelineId, name: name.trim(), kind, texts: [...texts], masked: kind === 'events' ? [...masked] : [] });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words('sampleTitle')}
      description={words('sampleWhy')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={name.trim() === '' || texts.length === 0} loading={save.isPending} onClick={submit}>
            {words('sampleSave')}
          </Button>
        </>
      }
    >
      <div className="pe-samples">
        {samples.length > 0 && <SavedSamples samples={samples} onRemove={(id) => remove.mutate({ pipelineId, id })} />}
        <Field label={words('sampleName')}>
          {(control) => <Input {...control} value={name} maxLength={128} onChange={(event) => setName(event.target.value)} />}
        </Field>
        <Field label={words('sampleText')} hint={words('sampleCount', { count: texts.length })}>
          {(control) => <Textarea {...control} mono rows={7} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <div>
          <Button size="sm" icon="plus" onClick={() => file.current?.click()}>
            {words('sampleFile')}
          </Button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".txt,.log,.json,.jsonl,.ndjson,text/plain,application/json"
            onChange={(event) => void event.target.files?.[0]?.text().then(setText)}
          />
        </div>
        <Segmented
          label={words('sampleKind')}
          value={form}
          onChange={setForm}
          options={sampleForms.map((value) => ({ value, label: words(`sampleKind.${value}`) }))}
        />
        {kind === 'events' && (
          <Field label={words('sampleMasked')} hint={words('sampleMaskedHint')}>
            {(control) => <TagsInput {...control} mono value={masked} onChange={setMasked} />}
          </Field>
        )}
        {save.error && <Note tone="danger" title={describeError(save.error).title} />}
      </div>
    </Dialog>
  );
}

function SavedSamples({ samples, onRemove }: { readonly samples: readonly PreviewSample[]; readonly onRemove: (id: string) => void }) {
  const words = useTexts(previewTableTexts);
  return (
    <section>
      <h3>{words('sampleList')}</h3>
      <ul className="pe-samples-list">
        {samples.map(({ id, name, count }) => (
          <li key={id}>
            <span>{name}</span>
            <span className="pe-quiet">{words('sampleCount', { count })}</span>
            <IconButton icon="trash" size="sm" label={words('sampleRemove', { name })} onClick={() => onRemove(id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
