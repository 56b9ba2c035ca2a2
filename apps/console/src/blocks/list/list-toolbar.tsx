import type { ReactNode } from 'react';
import { Checkbox, Chip, Icon, Popover, SearchInput, Select } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { ListGrouping, ListSearch, Sort } from '#lib/list-search/list-search.ts';
import { listTexts } from './texts.ts';
import { useTypedText } from './use-typed-text.ts';

export interface ListToolbarProps {
  readonly search: ListSearch;
  readonly onSearch: (next: Partial<ListSearch>) => void;
  readonly tags: readonly string[];
  readonly sorts: readonly Sort[];
  readonly statuses?: readonly { readonly value: string; readonly label: string }[];
  readonly groupings?: readonly ListGrouping[];
  readonly placeholder: string;
  readonly children?: ReactNode;
}

const groupWords = { tag: 'groupTag', status: 'groupStatus', type: 'groupType' } as const;

/** Search, filters as chips, order; all of it in the address. */
export function ListToolbar({ search, onSearch, tags, sorts, statuses = [], groupings = [], placeholder, children }: ListToolbarProps) {
  const t = useTexts(listTexts);
  const nameOf = (value: string) => statuses.find((status) => status.value === value)?.label ?? value;
  const toggle = (list: readonly string[] | undefined, entry: string): string[] | undefined => {
    const next = list?.includes(entry) ? list.filter((other) => other !== entry) : [...(list ?? []), entry];
    return next.length === 0 ? undefined : next;
  };
  return (
    <div className="frame-chips">
      <span className="w-[200px]">
        <SearchField value={search.q ?? ''} onChange={(q) => onSearch({ q: q === '' ? undefined : q })} label={placeholder} />
      </span>
      {search.status?.length ? (
        <Chip on name={t('status')} onRemove={() => onSearch({ status: undefined })}>
          {search.status.map(nameOf).join(', ')}
        </Chip>
      ) : null}
      {search.tag?.length ? (
        <Chip on name={t('tag')} onRemove={() => onSearch({ tag: undefined })}>
          {search.tag.join(', ')}
        </Chip>
      ) : null}
      {(tags.length > 0 || statuses.length > 0) && (
        <Popover
          label={t('filter')}
          trigger={
            <button type="button" className="ui-chip ui-chip-dashed">
              <Icon name="plus" size={14} />
              {t('filter')}
            </button>
          }
        >
          <div className="flex flex-col gap-3 min-w-44 max-h-80 overflow-auto">
            {statuses.length > 0 && (
              <Choices
                title={t('status')}
                options={statuses}
                chosen={search.status}
                onToggle={(value) => onSearch({ status: toggle(search.status, value) })}
              />
            )}
            {tags.length > 0 && (
              <Choices
                title={t('tag')}
                options={tags.map((tag) => ({ value: tag, label: tag }))}
                chosen={search.tag}
                onToggle={(value) => onSearch({ tag: toggle(search.tag, value) })}
              />
            )}
          </div>
        </Popover>
      )}
      <span className="flex-1" />
      {children}
      {groupings.length > 0 && (
        <Select<ListGrouping | 'none'>
          size="sm"
          className="w-auto!"
          aria-label={t('group')}
          value={search.group ?? 'none'}
          onChange={(group) => onSearch({ group: group === 'none' ? undefined : group })}
          options={[
            { value: 'none', label: `${t('group')}: ${t('groupNone')}` },
            ...groupings.map((grouping) => ({ value: grouping, label: `${t('group')}: ${t(groupWords[grouping])}` })),
          ]}
        />
      )}
      <Select<Sort>
        size="sm"
        className="w-auto!"
        aria-label={t('order')}
        value={search.sort ?? 'name'}
        onChange={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
        options={sorts.map((sort) => ({ value: sort, label: t(sort) }))}
      />
    </div>
  );
}

/** A key stands in it before the list is filtered by it. */
function SearchField({
  value,
  onChange,
  label,
}: {
  readonly value: string;
  readonly onChange: (q: string) => void;
  readonly label: string;
}) {
  const t = useTexts(listTexts);
  const [text, type] = useTypedText(value, onChange);
  return <SearchInput value={text} onChange={type} aria-label={label} placeholder={label} title={t('search')} />;
}

function Choices({
  title,
  options,
  chosen,
  onToggle,
}: {
  readonly title: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[] | undefined;
  readonly onToggle: (value: string) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-xs text-muted font-medium mb-1.5">{title}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex items-center gap-2">
          <Checkbox checked={chosen?.includes(option.value) ?? false} onChange={() => onToggle(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
