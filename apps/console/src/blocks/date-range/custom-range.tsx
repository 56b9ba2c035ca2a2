import { useState } from 'react';
import { Button, Field, Input } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useZone } from '#lib/format/use-format.ts';
import { fieldTime, readFieldTime } from '#lib/format/zone.ts';
import { rangeFault, type Period } from '#lib/ranges/presets.ts';
import { dateRangeTexts } from './texts.ts';

/** Two ends of one's own in the user's zone, told what is wrong with them. */
export function CustomRange({ value, onApply }: { readonly value: Period; readonly onApply: (period: Period) => void }) {
  const t = useTexts(dateRangeTexts);
  const zone = useZone();
  const written = (atMs: number) => fieldTime(Math.min(atMs, Date.now()), zone);
  const [entered, setEntered] = useState({ from: written(value.from), to: written(value.to) });
  const [asked, setAsked] = useState(false);
  const period = { from: readFieldTime(entered.from, zone), to: readFieldTime(entered.to, zone) };
  const fault = rangeFault(period, Date.now());
  const apply = () => {
    setAsked(true);
    if (!fault) onApply(period);
  };
  return (
    <div className="flex flex-col gap-3 w-60">
      {(['from', 'to'] as const).map((end) => (
        <Field
          key={end}
          label={zone === 'utc' ? `${t(end)} (UTC)` : t(end)}
          {...(asked && fault && end === 'to' ? { error: t(fault) } : {})}
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              step={1}
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
