import { systemClock } from '@acequia/base';
import type { PreviewSource } from '@acequia/contract';
import { Select } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices } from '../editor-context.ts';
import { SamplesDialog } from './samples-dialog.tsx';

export interface SourcePickerProps {
  readonly source: PreviewSource;
  readonly onChange: (source: PreviewSource) => void;
  /** Of live and recorded events. */
  readonly count: number;
}

/** Which events a preview is made of: those arriving, recorded ones that stay the same, or saved ones. */
export function SourcePicker({ source, onChange, count }: SourcePickerProps) {
  const t = useTexts(editorTexts);
  const { pipelineId, readOnly } = useServices();
  const samples = useOperation('internalPipelines:listSamples', { pipelineId }).data ?? [];
  const [dialog, setDialog] = useState(false);
  const choose = (value: string) => {
    if (value === 'new') setDialog(true);
    else if (value === 'live') onChange({ kind: 'live', count });
    else if (value === 'retained') onChange({ kind: 'retained', count, until: systemClock.now() });
    else onChange({ kind: 'sample', sampleId: value });
  };
  return (
    <>
      <Select
        aria-label={t('previewSource')}
        size="sm"
        value={source.kind === 'sample' ? source.sampleId : source.kind}
        onChange={choose}
        options={[
          { value: 'live', label: t('source.live') },
          { value: 'retained', label: t('source.retained') },
          ...samples.map(({ id, name }) => ({ value: id, label: t('source.sample', { name }) })),
          ...(readOnly ? [] : [{ value: 'new', label: t('samplesNew') }]),
        ]}
      />
      {dialog && (
        <SamplesDialog
          samples={samples}
          onClose={() => setDialog(false)}
          onSaved={(sampleId) => onChange({ kind: 'sample', sampleId })}
          onRemoved={(sampleId) => source.kind === 'sample' && source.sampleId === sampleId && onChange({ kind: 'live', count })}
        />
      )}
    </>
  );
}
