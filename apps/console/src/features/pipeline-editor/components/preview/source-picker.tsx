import { systemClock } from '@acequia/base';
import type { PreviewSource } from '@acequia/contract';
import { Select } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { previewTableTexts } from '../../texts/preview-table.ts';
import { useServices } from '../editor-context.ts';
import { SamplesDialog } from './samples-dialog.tsx';

export interface SourcePickerProps {
  readonly source: PreviewSource;
  readonly onChange: (source: PreviewSource) => void;
  /** How many of each are asked for. */
  readonly counts: Readonly<Record<'live' | 'retained', number>>;
}

/** Which events a preview is made of: those arriving, recorded ones that stay the same, or saved ones. */
export function SourcePicker({ source, onChange, counts }: SourcePickerProps) {
  const words = useTexts(previewTableTexts);
  const { pipelineId, readOnly } = useServices();
  const samples = useOperation('internalPipelines:listSamples', { pipelineId }).data ?? [];
  const [dialog, setDialog] = useState(false);
  const choose = (value: string) => {
    if (value === 'new') setDialog(true);
    else if (value === 'live') onChange({ kind: 'live', count: counts.live });
    else if (value === 'retained') onChange({ kind: 'retained', count: counts.retained, until: systemClock.now() });
    else onChange({ kind: 'sample', sampleId: value });
  };
  return (
    <>
      <Select
        aria-label={words('previewSource')}
        size="sm"
        value={source.kind === 'sample' ? source.sampleId : source.kind}
        onChange={choose}
        options={[
          { value: 'live', label: words('source.live') },
          { value: 'retained', label: words('source.retained') },
          ...samples.map(({ id, name }) => ({ value: id, label: words('source.sample', { name }) })),
          ...(readOnly ? [] : [{ value: 'new', label: words('samplesNew') }]),
        ]}
      />
      {dialog && (
        <SamplesDialog
          samples={samples}
          onClose={() => setDialog(false)}
          onSaved={(sampleId) => onChange({ kind: 'sample', sampleId })}
          onRemoved={(sampleId) =>
            source.kind === 'sample' && source.sampleId === sampleId && onChange({ kind: 'live', count: counts.live })
          }
        />
      )}
    </>
  );
}
