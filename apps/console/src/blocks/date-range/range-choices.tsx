import { useState } from 'react';
import { classNames } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useZone } from '#lib/format/use-format.ts';
import { rangeNow, type ChosenRange } from '#lib/ranges/chosen-range.ts';
import { datePresets, type DatePreset } from '#lib/ranges/presets.ts';
import { CustomRange } from './custom-range.tsx';
import { dateRangeTexts } from './texts.ts';

/** The presets, the custom one with its two ends beside them. */
export function RangeChoices({ value, onChange }: { readonly value: ChosenRange; readonly onChange: (range: ChosenRange) => void }) {
  const t = useTexts(dateRangeTexts);
  const zone = useZone();
  const [custom, setCustom] = useState(value.preset === 'custom');
  const choose = (preset: DatePreset) => {
    if (preset === 'custom') setCustom(true);
    else onChange(rangeNow(preset, Date.now(), zone));
  };
  const marked = custom ? 'custom' : value.preset;
  return (
    <div className="flex flex-wrap gap-4">
      <ul className="flex flex-col min-w-36" aria-label={t('range')}>
        {datePresets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className={classNames('ui-menu-item w-full', preset === marked && 'bg-s3')}
              aria-pressed={preset === marked}
              onClick={() => choose(preset)}
            >
              {t(preset)}
            </button>
          </li>
        ))}
      </ul>
      {custom && <CustomRange value={value} onApply={(period) => onChange({ preset: 'custom', ...period })} />}
    </div>
  );
}
