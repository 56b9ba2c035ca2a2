import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Button, CopyCode, Dialog, Field, Input, Note, RadioCards, Select, toast } from '@acequia/ui';
import { replayRates } from '@acequia/contract';
import { DateRange } from '#blocks/date-range/date-range.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { useZone } from '#lib/format/use-format.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { meantAt, rangeOf, type ChosenRange, type RangeSearch } from '#lib/ranges/chosen-range.ts';
import { replayTexts } from '../texts.ts';
import { ReplayEstimate } from './replay-estimate.tsx';
import { ReplayTarget, useTarget, type TargetInput } from './replay-target.tsx';

/** Asks for a new replay, and says what it will do before it begins. */
export function ReplayForm({
  begin,
  during = {},
  onClose,
  onStarted,
}: {
  readonly begin: TargetInput;
  /** The time it begins with; the last hour when it names none. */
  readonly during?: RangeSearch;
  readonly onClose: () => void;
  readonly onStarted: (id: string) => void;
}) {
  const t = useTexts(replayTexts);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const now = useMinute();
  const zone = useZone();
  const [target, setTarget] = useState<TargetInput>(begin);
  const [range, setRange] = useState<ChosenRange>(() => rangeOf(during, '1h', now, zone));
  const [keys, setKeys] = useState<'same' | 'new'>('same');
  const [decode, setDecode] = useState<'current' | 'received'>('current');
  const [rate, setRate] = useState(String(replayRates.usual));
  const chosen = useTarget(target);
  const { from, to } = meantAt(range, now, zone);
  const perSecond = /^\d+$/.test(rate) ? Number(rate) : 0;
  const rateOk = perSecond >= replayRates.min && perSecond <= replayRates.max;
  const start = useCommand('replays:start', {
    inlineErrors: true,
    onSuccess: ({ id }) => {
      toast({ title: t('started') });
      onStarted(id);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSubmitted(true);
    if (!chosen.whole || !rateOk) {
      focusFirstFault(form.current);
      return;
    }
    const { listenerId, pipelineId, version } = chosen.whole;
    const until = meantAt(range, Date.now(), zone).to;
    start.mutate({ listenerId, pipelineId, version, from, to: until, keys, decode, eventsPerSecond: perSecond });
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
          <Button variant="primary" icon="play" type="submit" form={formId} loading={start.isPending}>
            {t('start')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {start.error && (
          <div role="alert">
            <Note tone="danger" title={t('refused')}>
              {describeError(start.error).text} <CopyCode text={start.error.code} />
            </Note>
          </div>
        )}
        <ReplayTarget value={target} onChange={setTarget} chosen={chosen} tell={tell} />
        <div className="flex flex-col gap-2">
          <span className="ui-label">{t('range')}</span>
          <div className="flex">
            <DateRange value={{ ...range, from, to }} onChange={setRange} />
          </div>
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
          <Field label={t('rate')} hint={t('rateHint')} {...tell('rate', rateOk ? undefined : t('rateFault'))}>
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
        {chosen.whole && rateOk && <ReplayEstimate target={chosen.whole} from={from} to={to} eventsPerSecond={perSecond} keys={keys} />}
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
