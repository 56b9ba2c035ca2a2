import type { PipelineTest } from '@acequia/pipeline';
import type { TraceResult } from '@acequia/contract';
import { Button, Field, Input, Note, Select, Status } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { describeError, useOperation } from '#lib/operations/index.ts';
import { useServices, useView } from '../editor-context.ts';
import { DebugResult } from './debug-result.tsx';
import { testOf } from './test-of-trace.ts';
import { testingTexts } from './texts.ts';
import { debugEvents, type useDebugTest } from './use-debug-test.ts';

const liveSource = 'live';

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
  const { document } = useView();
  const samples = useOperation('internalPipelines:listSamples', { pipelineId }).data ?? [];
  const [source, setSource] = useState(liveSource);
  const [text, setText] = useState(String(debugEvents.usual));
  const count = Number(text);
  const bad = !Number.isInteger(count) || count < debugEvents.min || count > debugEvents.max || text.trim() === '';
  const running = test.state === 'running';
  const begin = () => {
    if (bad) return;
    start({
      pipelineId,
      source: source === liveSource ? { kind: 'live' } : { kind: 'sample', sampleId: source },
      count,
      tried: readOnly ? { version: shown } : { document: store.document() },
    });
  };
  const save = (result: TraceResult) => onSave(testOf(result, document, t('testOf', { time: format.moment(Date.now()) }), Date.now()));
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
                { value: liveSource, label: t('live') },
                ...samples.map(({ id, name }) => ({ value: id, label: name })),
                ...(samples.length === 0 ? [{ value: 'none', label: t('noSamples'), disabled: true }] : []),
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
            <Button icon="stop" onClick={stop}>
              {t('stop')}
            </Button>
          ) : (
            <Button type="submit" variant="primary" icon="play" disabled={bad}>
              {t(test.state === 'idle' ? 'start' : 'again')}
            </Button>
          )}
        </div>
      </form>
      {test.state !== 'idle' && (
        <p role="status" className="flex items-center gap-2">
          {running ? (
            <Status tone="success" shape="dot">
              {test.events === 0 ? t('waiting') : t('arrived', { count: test.events })}
            </Status>
          ) : (
            <Status tone={test.end === 'failed' ? 'danger' : 'neutral'} shape={test.end === 'failed' ? 'triangle' : 'ring'}>
              {t(`ended.${test.end ?? 'stopped'}`)} · {t('arrived', { count: test.events })}
            </Status>
          )}
          {running && <span className="pe-quiet">{t('waitingWhy')}</span>}
        </p>
      )}
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
