import { Status, type Tone } from '@acequia/ui';
import type { Pipeline } from '@acequia/contract';
import { defineTexts } from '#i18n/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';

const pipelineStateTexts = defineTexts('pipeline-state', {
  en: { draft: 'Draft', running: 'Running', stopped: 'Stopped', unknown: 'Unknown' },
  es: { draft: 'Borrador', running: 'En marcha', stopped: 'Detenido', unknown: 'Desconocido' },
});

const looks: Readonly<Record<Pipeline['state'], { readonly tone: Tone; readonly shape: 'dot' | 'bars' | 'ring' | 'question' }>> = {
  draft: { tone: 'warning', shape: 'ring' },
  running: { tone: 'success', shape: 'dot' },
  stopped: { tone: 'neutral', shape: 'bars' },
  unknown: { tone: 'neutral', shape: 'question' },
};

/** The state of a pipeline as a whole, by colour, shape and word. */
export function PipelineStatus({ state }: { readonly state: Pipeline['state'] }) {
  const t = useTexts(pipelineStateTexts);
  return <Status {...looks[state]}>{t(state)}</Status>;
}
