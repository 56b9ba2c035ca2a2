import { Status, type Tone } from '@acequia/ui';
import type { Pipeline } from '@acequia/contract';
import { useAttendance, WorkerAway } from '#blocks/workers/worker-away.tsx';
import { defineTexts } from '#i18n/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';

const pipelineStateTexts = defineTexts('pipeline-state', {
  en: {
    draft: 'Draft',
    running: 'Running',
    stopped: 'Stopped',
    unknown: 'Unknown',
    starting: 'Starting',
    waiting: 'Waiting for a worker',
    refused: 'Refused by its worker',
  },
  es: {
    draft: 'Borrador',
    running: 'En marcha',
    stopped: 'Detenido',
    unknown: 'Desconocido',
    starting: 'Iniciando',
    waiting: 'Esperando un worker',
    refused: 'Rechazado por su worker',
  },
});

type Look = Pipeline['state'] | NonNullable<Pipeline['start']>;

const looks: Readonly<Record<Look, { readonly tone: Tone; readonly shape: 'dot' | 'bars' | 'ring' | 'question' | 'triangle' }>> = {
  draft: { tone: 'warning', shape: 'ring' },
  running: { tone: 'success', shape: 'dot' },
  stopped: { tone: 'neutral', shape: 'bars' },
  unknown: { tone: 'neutral', shape: 'question' },
  starting: { tone: 'warning', shape: 'ring' },
  waiting: { tone: 'warning', shape: 'question' },
  refused: { tone: 'danger', shape: 'triangle' },
};

/** The state of a pipeline as a whole, by colour, shape and word: nothing counts as running while no worker vouches for it. */
export function PipelineStatus({ pipeline: { state, start, clusters } }: { readonly pipeline: Pipeline }) {
  const t = useTexts(pipelineStateTexts);
  const attendance = useAttendance(clusters);
  const meantToRun = state === 'running' || state === 'unknown';
  if (meantToRun && attendance !== 'here') return <WorkerAway attendance={attendance} />;
  const look: Look = meantToRun ? (start ?? state) : state;
  return <Status {...looks[look]}>{t(look)}</Status>;
}
