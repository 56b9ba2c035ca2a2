import type { PipelineTest } from '@acequia/pipeline';
import type { TraceResult } from '@acequia/contract';
import { Button, Field, Input, Note, Select } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { describeError, useOperation } from '#lib/operations/index.ts';
import { useServices, useView } from '../editor-context.ts';
import { DebugOffers } from './debug-offers.tsx';
import { DebugResult } from './debug-result.tsx';
import { DebugStatus } from './debug-status.tsx';
import { testOf } from './test-of-trace.ts';
import { testingTexts } from './texts.ts';
import { debugEvents, isUnderWay, type DebugSource, type useDebugTest } from './use-debug-test.ts';

/** How a source is named in the choice of sources; samples by their id. */
const sourceOf = (value: string): DebugSource =>
  value === 'live' || value === 'retained' ? { kind: value } : { kind: 'sample', sampleId: value };

/** How many events, from where, and what each step did with them. */
export function DebugTab({
  debug: { test, start, stop },
  pipelineId,
  shown,
  readOnly,
  onSave,
}: {
  readonly debug: ReturnType<typeof useDebugTest>;
  readonly pipelineId: string;
  readonly shown: string;
  readonly readOnly: boolean;
  readonly onSave: (test: PipelineTest) => void;
}) {
  const t = useTexts(testingTexts);
  const format = useFormat();
  const { store } = useServices();
  const view = useView();
  const samples = useOperation('internalPipelines:listSamples', { pipelineId }).data ?? [];
  const [source, setSource] = useState('live');
  const [text, setText] = useState(String(debugEvents.usual));
  const count = Number(text);
  const bad = !Number.isInteger(count) || count < debugEvents.min || count > debugEvents.max || text.trim() === '';
  const running = isUnderWay(test);
  const label = view.document.nodes.find(({ kind }) => kind === 'label');
  const from = label ? [view.text(label.id).title, view.text(label.id).component].join(' · ') : t('noLabel');
  const begin = (chosen = source) => {
    if (bad) return;
    setSource(chosen);
    start({
      pipelineId,
      source: sourceOf(chosen),
      count,
      tried: readOnly ? { version: shown } : { document: store.document() },
    });
  };
  const save = (result: TraceResult) => onSave(testOf(result, view.document, t('testOf', { time: format.moment(Date.now()) }), Date.now()));
  return (
    <>
      <p className="pe-quiet">{t('debugWhy')}</p>
      <form
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <Field label={t('source')}>
          {(control) => (
            <Select
              {...control}
              value={source}
              onChange={setSource}
              disabled={running}
              options={[
                { value: 'live', label: t('live') },
                { value: 'retained', label: t('retained') },
                ...samples.map(({ id, name }) => ({ value: id, label: t('sampleNamed', { name }) })),
              ]}
            />
          )}
        </Field>
        <Field label={t('count')} required error={bad ? t('countBad') : undefined}>
          {(control) => (
            <Input {...control} inputMode="numeric" value={text} disabled={running} onChange={(event) => setText(event.target.value)} />
          )}
        </Field>
        <div className="flex gap-2 pt-[22px]">
          {running ? (
            <Button
              icon="stop"
              onClick={(event) => {
                // It is the start button already when the click is over: without this it would start again.
                event.preventDefault();
                stop();
              }}
            >
              {t('stop')}
            </Button>
          ) : (
            <Button type="submit" variant="primary" icon="play" disabled={bad}>
              {t(test.state === 'idle' ? 'start' : 'again')}
            </Button>
          )}
        </div>
      </form>
      <DebugStatus test={test} from={from} live={source === 'live'} />
      <DebugOffers test={test} from={from} samples={samples} live={source === 'live'} onUse={begin} />
      {test.error && (
        <Note tone="danger" title={describeError(test.error).title}>
          {describeError(test.error).text}
        </Note>
      )}
      {test.result && <DebugResult result={test.result} />}
      {test.result && test.state === 'ended' && test.events > 0 && !readOnly && (
        <div className="flex items-center gap-2">
          <Button icon="plus" onClick={() => test.result && save(test.result)}>
            {t('saveAsTest')}
          </Button>
          <span className="pe-quiet">{t('saveAsTestWhy')}</span>
        </div>
      )}
    </>
  );
}
