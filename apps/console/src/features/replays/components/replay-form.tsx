import { useEffect, useId, useState, type FormEvent } from 'react';
import { Button, CopyCode, Dialog, Field, FieldNote, Input, Note, RadioCards, Segmented, Select, toast } from '@acequia/ui';
import { replayRates } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { localTime, presets, readRange, type RangeInput } from '../model/replay-range.ts';
import { replayTexts } from '../texts.ts';
import { ReplayEstimate } from './replay-estimate.tsx';
import { ReplayTarget, useTarget, type TargetInput } from './replay-target.tsx';

/** Asks for a new replay, and says what it will do before it begins. */
export function ReplayForm({
  begin,
  onClose,
  onStarted,
}: {
  readonly begin: TargetInput;
  readonly onClose: () => void;
  readonly onStarted: (id: string) => void;
}) {
  const t = useTexts(replayTexts);
  const formId = useId();
  const now = useMinute();
  const [target, setTarget] = useState<TargetInput>(begin);
  const [range, setRange] = useState<RangeInput>(() => ({ preset: '1h', from: localTime(now - 3_600_000), to: localTime(now) }));
  const [keys, setKeys] = useState<'same' | 'new'>('same');
  const [decode, setDecode] = useState<'current' | 'received'>('current');
  const [rate, setRate] = useState(String(replayRates.usual));
  const chosen = useTarget(target);
  const time = readRange(range, now);
  const perSecond = /^\d+$/.test(rate) ? Number(rate) : 0;
  const rateOk = perSecond >= replayRates.min && perSecond <= replayRates.max;
  const start = useCommand('replays:start', {
    inlineErrors: true,
    onSuccess: ({ id }) => {
      toast({ title: t('started') });
      onStarted(id);
    },
  });
  const ready = chosen.whole && typeof time !== 'string' && rateOk;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!chosen.whole || typeof time === 'string' || !rateOk) return;
    const { listenerId, pipelineId, version } = chosen.whole;
    const until = range.preset === 'custom' ? time.to : Date.now();
    start.mutate({ listenerId, pipelineId, version, from: time.from, to: until, keys, decode, eventsPerSecond: perSecond });
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('lead')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" icon="play" type="submit" form={formId} disabled={!ready} loading={start.isPending}>
            {t('start')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {start.error && (
          <div role="alert">
            <Note tone="danger" title={t('refused')}>
              {describeError(start.error).text} <CopyCode text={start.error.code} />
            </Note>
          </div>
        )}
        <ReplayTarget value={target} onChange={setTarget} chosen={chosen} />
        <div className="flex flex-col gap-2">
          <span className="ui-label">{t('range')}</span>
          <div className="flex">
            <Segmented
              label={t('range')}
              value={range.preset}
              onChange={(preset) => setRange({ ...range, preset })}
              options={presets.map((preset) => ({ value: preset, label: t(preset) }))}
            />
          </div>
          {range.preset === 'custom' && (
            <div className="grid grid-cols-2 gap-3">
              {(['from', 'to'] as const).map((end) => (
                <Field key={end} label={t(end)}>
                  {(control) => (
                    <Input
                      {...control}
                      type="datetime-local"
                      step={1}
                      value={range[end]}
                      onChange={(event) => setRange({ ...range, [end]: event.target.value })}
                    />
                  )}
                </Field>
              ))}
            </div>
          )}
          {typeof time === 'string' && <FieldNote error={t(time)} />}
        </div>
        <div className="flex flex-col gap-2">
          <span className="ui-label">{t('keys')}</span>
          <RadioCards
            label={t('keys')}
            value={keys}
            onChange={setKeys}
            options={[
              { value: 'same', label: t('keysSame'), description: t('keysSameText') },
              { value: 'new', label: t('keysNew'), description: t('keysNewText') },
            ]}
          />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('decode')}>
            {(control) => (
              <Select
                {...control}
                value={decode}
                onChange={setDecode}
                options={[
                  { value: 'current', label: t('decodeCurrent') },
                  { value: 'received', label: t('decodeReceived') },
                ]}
              />
            )}
          </Field>
          <Field label={t('rate')} hint={t('rateHint')} {...(rateOk ? {} : { error: t('rateFault') })}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                value={rate}
                unit={t('rateUnit')}
                onChange={(event) => setRate(event.target.value.trim())}
              />
            )}
          </Field>
        </div>
        {chosen.whole && typeof time !== 'string' && rateOk && (
          <ReplayEstimate target={chosen.whole} from={time.from} to={time.to} eventsPerSecond={perSecond} keys={keys} />
        )}
      </form>
    </Dialog>
  );
}

/** The current minute, so that a range that ends now is not another one with each rendering. */
function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
