import type { Sample } from '@acequia/contract';
import type { PipelineNode } from '@acequia/pipeline';
import { classNames, CopyButton, Count, IconButton, LiveDot, Message, Segmented, TypeChip } from '@acequia/ui';
import { useState } from 'react';
import { useFormat } from '#lib/format/index.ts';
import { useStream } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { addSamples, keyOf, missingFields, sampleJson, sampleLine, valueLook } from '../../model/sample-buffer.ts';
import { editorTexts } from '../../texts.ts';
import { useServices } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';
import { RunningXrayLink } from '../xray/xray-link.tsx';

/** Recent events of the running step, exactly as they are. */
export function EventsTab({ node, running }: { readonly node: PipelineNode; readonly running: boolean }) {
  const t = useTexts(editorTexts);
  const { pipelineId } = useServices();
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [paused, setPaused] = useState(false);
  const [direction, setDirection] = useState<'in' | 'out'>(node.kind === 'label' ? 'out' : 'in');
  const [chosen, setChosen] = useState<string>();
  const stream = useStream(
    'pipelines:watchSamples',
    { id: pipelineId, node: node.id },
    (item) => paused || setSamples((known) => addSamples(known, item.samples)),
    { enabled: running },
  );
  if (!running) return <Empty title={t('eventsNotRunning')} why={t('eventsNotRunningWhy')} />;
  const shown = samples.filter((sample) => sample.direction === direction);
  const open = shown.find((sample) => keyOf(sample) === chosen) ?? shown[0];
  const count = (side: 'in' | 'out') => samples.filter((sample) => sample.direction === side).length;
  const status = paused ? t('eventsPaused') : stream.state === 'live' ? t('eventsLive') : t('eventsWaiting');
  return (
    <div className="pe-events">
      <div className="pe-events-head">
        <Segmented
          label={t('eventsDirection')}
          value={direction}
          onChange={setDirection}
          options={(['in', 'out'] as const).map((value) => ({
            value,
            label: (
              <>
                {t(value === 'in' ? 'eventsIn' : 'eventsOut')} <Count>{count(value)}</Count>
              </>
            ),
          }))}
        />
        <LiveDot on={!paused && stream.state === 'live'} />
        <output className="pe-quiet">{status}</output>
        <IconButton
          icon={paused ? 'play' : 'stop'}
          size="sm"
          label={paused ? t('resume') : t('pause')}
          aria-pressed={paused}
          onClick={() => setPaused(!paused)}
        />
      </div>
      {shown.length === 0 && <Empty title={t('eventsNone')} why={t('eventsNoneWhy')} />}
      <ul className="pe-event-list">
        {shown.map((sample) => (
          <li key={keyOf(sample)}>
            <button
              type="button"
              className={classNames('pe-event', sample === open && 'pe-event-on')}
              aria-pressed={sample === open}
              onClick={() => setChosen(keyOf(sample))}
            >
              <span className="pe-event-line">{sampleLine(sample)}</span>
              {direction === 'out' && sample.port !== 'default' && (
                <span className={classNames('pe-event-port', sample.port === 'error' && 'pe-event-port-bad')}>
                  {portTitle({ id: sample.port }, node, t)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {open && <Fields sample={open} missing={missingFields(open, shown)} />}
    </div>
  );
}

function Fields({ sample, missing }: { readonly sample: Sample; readonly missing: readonly string[] }) {
  const t = useTexts(editorTexts);
  const { pipelineId } = useServices();
  const format = useFormat();
  return (
    <section className="pe-fields">
      <header>
        <span>{t('fieldsCount', { count: sample.fields.length })}</span>
        <span className="pe-quiet">{t('received', { moment: format.exactly(sample.receivedMs) })}</span>
        <RunningXrayLink pipelineId={pipelineId} sample={sample} />
        <CopyButton text={sampleJson(sample)} label={t('copyEvent')} />
      </header>
      <table aria-label={t('fieldsCount', { count: sample.fields.length })}>
        <tbody>
          {sample.fields.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.name}</th>
              <td>
                <TypeChip type={field.type} />
              </td>
              <td className={`pe-value pe-value-${valueLook(field)}`}>
                {valueLook(field) === 'empty' ? `"" · ${t('emptyText')}` : field.value}
              </td>
            </tr>
          ))}
          {missing.map((name) => (
            <tr key={name} className="pe-field-missing">
              <th scope="row">{name}</th>
              <td className="pe-quiet">–</td>
              <td className="pe-value pe-value-null">{t('missing')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Empty({ title, why }: { readonly title: string; readonly why: string }) {
  return (
    <div className="pe-panel-body">
      <Message drawing="empty" title={title}>
        {why}
      </Message>
    </div>
  );
}
