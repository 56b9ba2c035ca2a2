import { useState } from 'react';
import { Button, classNames, Field, Icon, Input, Popover } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { datePresets, periodOf, rangeFault, type DatePreset, type Period } from './presets.ts';
import { dateRangeTexts } from './texts.ts';

export interface ChosenRange extends Period {
  readonly preset: DatePreset;
}

/** What a preset means now. */
export const rangeNow = (preset: Exclude<DatePreset, 'custom'>): ChosenRange => ({ preset, ...periodOf(preset, Date.now()) });

/** A chip that opens the presets, and two ends of one's own. */
export function DateRange({ value, onChange }: { readonly value: ChosenRange; readonly onChange: (range: ChosenRange) => void }) {
  const t = useTexts(dateRangeTexts);
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const [custom, setCustom] = useState(false);
  const choose = (preset: DatePreset) => {
    if (preset === 'custom') {
      setCustom(true);
      return;
    }
    setOpen(false);
    onChange(rangeNow(preset));
  };
  const label = value.preset === 'custom' ? `${format.clock(value.from)} – ${format.clock(value.to)}` : t(value.preset);
  return (
    <Popover
      label={t('range')}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setCustom(value.preset === 'custom');
      }}
      trigger={
        <button type="button" className="ui-chip ui-chip-on">
          <Icon name="calendar" size={14} />
          <span className="ui-chip-key">{t('range')}</span>
          {label}
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <div className="flex gap-4">
        <ul className="flex flex-col min-w-36" aria-label={t('range')}>
          {datePresets.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                className={classNames('ui-menu-item w-full', preset === (custom ? 'custom' : value.preset) && 'bg-s3')}
                aria-pressed={preset === (custom ? 'custom' : value.preset)}
                onClick={() => choose(preset)}
              >
                {t(preset)}
              </button>
            </li>
          ))}
        </ul>
        {custom && (
          <CustomRange
            value={value}
            onApply={(period) => {
              setOpen(false);
              onChange({ preset: 'custom', ...period });
            }}
          />
        )}
      </div>
    </Popover>
  );
}

function CustomRange({ value, onApply }: { readonly value: Period; readonly onApply: (period: Period) => void }) {
  const t = useTexts(dateRangeTexts);
  const [entered, setEntered] = useState({ from: localTime(value.from), to: localTime(value.to) });
  const [asked, setAsked] = useState(false);
  const period = { from: Date.parse(entered.from), to: Date.parse(entered.to) };
  const fault = rangeFault(period, Date.now());
  const apply = () => {
    setAsked(true);
    if (!fault) onApply(period);
  };
  return (
    <div className="flex flex-col gap-3 w-52">
      {(['from', 'to'] as const).map((end) => (
        <Field key={end} label={t(end)} {...(asked && fault && end === 'to' ? { error: t(fault) } : {})}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={entered[end]}
              onChange={(event) => setEntered((now) => ({ ...now, [end]: event.target.value }))}
            />
          )}
        </Field>
      ))}
      <Button variant="primary" onClick={apply}>
        {t('apply')}
      </Button>
    </div>
  );
}

/** As a field of date and time writes it, in the user's zone. */
function localTime(atMs: number): string {
  const at = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 16);
}
