import { lazy, Suspense, useState } from 'react';
import { Icon, Popover } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import type { ChosenRange } from '#lib/ranges/chosen-range.ts';
import { dateRangeTexts } from './texts.ts';

const RangeChoices = lazy(() => import('./range-choices.tsx').then((module) => ({ default: module.RangeChoices })));

/** A chip that opens the presets, and two ends of one's own. */
export function DateRange({ value, onChange }: { readonly value: ChosenRange; readonly onChange: (range: ChosenRange) => void }) {
  const t = useTexts(dateRangeTexts);
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const ends = (say: (atMs: number) => string) => `${say(value.from)} – ${say(value.to)}`;
  return (
    <Popover
      label={t('range')}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="ui-chip ui-chip-on" title={ends(format.exactly)}>
          <Icon name="calendar" size={14} />
          <span className="ui-chip-key">{t('range')}</span>
          {value.preset === 'custom' ? ends(format.moment) : t(value.preset)}
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <Suspense>
        <RangeChoices
          value={value}
          onChange={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Suspense>
    </Popover>
  );
}
