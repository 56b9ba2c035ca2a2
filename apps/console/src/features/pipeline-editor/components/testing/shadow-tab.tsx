import { shadowMinutes, type ShadowRun } from '@acequia/contract';
import { Button, Field, Input, Message, Note, Segmented, Skeleton, Status } from '@acequia/ui';
import { useState } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useFormat } from '#lib/format/index.ts';
import { describeError, useCommand, useOperation } from '#lib/operations/index.ts';
import { differing, shadowLooks } from './shadow-looks.ts';
import { ShadowResult } from './shadow-result.tsx';
import { testingTexts } from './texts.ts';
import { useTestingUrl } from './use-testing-url.ts';

const choices = ['5', '15', '60', 'custom'] as const;
const refetchMs = 2000;

export interface ShadowTabProps {
  readonly pipelineId: string;
  /** The version that runs. */
  readonly running: string | undefined;
  readonly readOnly: boolean;
  readonly flush: () => Promise<number | undefined>;
}

/** The draft beside the running version over retained events: begin one, follow it, read what differs. */
export function ShadowTab(props: ShadowTabProps) {
  const t = useTexts(testingTexts);
  const { shadow, show } = useTestingUrl();
  if (shadow === undefined) return <ShadowList {...props} />;
  return (
    <>
      <div>
        <Button size="sm" icon="chevron-left" onClick={() => show('shadow')}>
          {t('back')}
        </Button>
      </div>
      <ShadowResult id={shadow} mayStop={!props.readOnly} />
    </>
  );
}

function ShadowList({ pipelineId, running, readOnly, flush }: ShadowTabProps) {
  const t = useTexts(testingTexts);
  const format = useFormat();
  const { look } = useTestingUrl();
  const runs = useOperation('shadowRuns:list', { pipelineId }, { refetchMs });
  return (
    <>
      {!readOnly &&
        (running === undefined ? <NothingRuns /> : <ShadowStart pipelineId={pipelineId} flush={flush} onStarted={(run) => look(run.id)} />)}
      {!runs.data && <Skeleton height={60} />}
      {runs.data && runs.data.length > 0 && (
        <section>
          <h3 className="ui-label">{t('shadowList')}</h3>
          <ul className="flex flex-col gap-2">
            {runs.data.map((run) => (
              <li key={run.id}>
                <button type="button" className="ui-card p-3 w-full text-left flex items-center gap-2" onClick={() => look(run.id)}>
                  <span className="min-w-0 flex-1">
                    <span className="font-medium">
                      {run.version === null ? t('ofDraft') : t('ofVersion', { version: run.version })}{' '}
                      {t('against', { version: run.against })}
                    </span>
                    <span className="ui-hint block" title={format.moment(run.createdAt)}>
                      {format.clock(run.from)} – {format.clock(run.to)} · {run.createdBy}
                    </span>
                  </span>
                  <span className="ui-hint">{run.result && differing(run, t, format)}</span>
                  <Status {...shadowLooks[run.state]}>{t(`state.${run.state}`)}</Status>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NothingRuns() {
  const t = useTexts(testingTexts);
  return (
    <Message drawing="empty" title={t('shadowNothing')}>
      {t('shadowNothingWhy')}
    </Message>
  );
}

function ShadowStart({
  pipelineId,
  flush,
  onStarted,
}: Pick<ShadowTabProps, 'pipelineId' | 'flush'> & { readonly onStarted: (run: ShadowRun) => void }) {
  const t = useTexts(testingTexts);
  const [choice, setChoice] = useState<(typeof choices)[number]>('15');
  const [custom, setCustom] = useState('120');
  const [unsaved, setUnsaved] = useState(false);
  const start = useCommand('shadowRuns:start', { inlineErrors: true, onSuccess: onStarted });
  const minutes = Number(choice === 'custom' ? custom : choice);
  const bad = !Number.isInteger(minutes) || minutes < shadowMinutes.min || minutes > shadowMinutes.max;
  const begin = async () => {
    if (bad) return;
    const revision = await flush();
    setUnsaved(revision === undefined);
    if (revision !== undefined) start.mutate({ pipelineId, revision, minutes });
  };
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void begin();
      }}
    >
      <p className="pe-quiet">{t('shadowWhy')}</p>
      <div className="flex flex-wrap items-start gap-3">
        <div className="ui-field">
          <div className="ui-label">{t('minutes')}</div>
          <Segmented
            label={t('minutes')}
            value={choice}
            onChange={setChoice}
            options={choices.map((value) => ({ value, label: t(`minutes.${value}`) }))}
          />
        </div>
        {choice === 'custom' && (
          <Field label={t('minutes')} error={bad ? t('minutesBad') : undefined}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                unit={t('minutesUnit')}
                value={custom}
                onChange={(event) => setCustom(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
      {unsaved && <Note tone="danger">{t('notSaved')}</Note>}
      {start.error && (
        <Note tone="danger" title={describeError(start.error).title}>
          {describeError(start.error).text}
        </Note>
      )}
      <div>
        <Button type="submit" variant="primary" icon="play" disabled={bad} loading={start.isPending}>
          {t('startShadow')}
        </Button>
      </div>
    </form>
  );
}
