import { useState } from 'react';
import { CheckboxRow, classNames, Icon, Popover, SearchInput } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { summaryOf } from './summary.ts';
import { activityTexts } from './texts.ts';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** A chip with a list of check boxes; it tells what is chosen. */
export function FilterChip({
  name,
  options,
  chosen,
  onChange,
  search,
}: {
  readonly name: string;
  readonly options: readonly FilterOption[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** Name of the field that narrows a long list. */
  readonly search?: string;
}) {
  const t = useTexts(activityTexts);
  const [q, setQ] = useState('');
  const names = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  const shown = options.filter(({ label }) => label.toLowerCase().includes(q.trim().toLowerCase()));
  return (
    <Popover
      label={name}
      trigger={
        <button type="button" className={classNames('ui-chip', chosen.length > 0 && 'ui-chip-on')}>
          <span className="ui-chip-key">{name}</span>
          {chosen.length === 0 ? t('any') : summaryOf(names, (first, count) => t('andMore', { first, count }))}
          <Icon name="chevron-down" size={12} />
        </button>
      }
    >
      <div className="flex flex-col gap-2 min-w-48 max-h-80">
        {search && <SearchInput value={q} onChange={setQ} inputSize="sm" aria-label={search} placeholder={search} />}
        <div className="flex flex-col gap-2 overflow-auto p-0.5">
          {shown.map(({ value, label }) => (
            <CheckboxRow
              key={value}
              label={label}
              checked={chosen.includes(value)}
              onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))}
            />
          ))}
          {shown.length === 0 && <p className="ui-hint">{t('noUser')}</p>}
        </div>
      </div>
    </Popover>
  );
}
