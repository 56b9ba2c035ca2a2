import { Button, Count, Icon, Kbd, Tile, type Tone } from '@acequia/ui';
import { Fragment, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ComponentIcon } from '#blocks/component-icon.tsx';
import { useTexts } from '#i18n/index.ts';
import { searchPalette, type PaletteEntry, type PaletteSection } from '../../model/palette.ts';
import { editorTexts } from '../../texts.ts';
import { draggedIngredient } from './dragged-ingredient.ts';
import { useClosedSections } from './use-closed-sections.ts';

export interface PaletteChoiceProps {
  readonly sections: readonly PaletteSection[];
  readonly onChoose: (entry: PaletteEntry) => void;
  /** Escape in an empty search. */
  readonly onLeave: (search: HTMLInputElement) => void;
  readonly searchId?: string;
  readonly searchKey?: string;
  /** Beside the search. */
  readonly tool?: ReactNode;
  /** Between the search and what is found. */
  readonly hint: ReactNode;
  /** At the end of a section. */
  readonly endOf?: (section: PaletteSection) => ReactNode;
}

/** Steps to choose from: sought by name, gone through with the arrow keys, and dragged. */
export function PaletteChoice({ sections, onChoose, onLeave, searchId, searchKey, tool, hint, endOf }: PaletteChoiceProps) {
  const t = useTexts(editorTexts);
  const [query, setQuery] = useState('');
  const kept = useClosedSections();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => searchPalette(sections, query), [sections, query]);
  const entries = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('[id]:not([hidden]) > ul .pe-entry') ?? [])];
  const onListKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = entries();
    const next = all.indexOf(document.activeElement as HTMLButtonElement) + step;
    if (next < 0) search.current?.focus();
    else all[next]?.focus();
  };
  const closed = query.trim() === '' ? kept.closed : noneClosed;
  const first = found.flatMap(({ name, entries: own }) => (closed.has(name) ? [] : own))[0];
  const sinks = found.find(({ name }) => name === 'datasinks');
  const drawn = (section: PaletteSection) => (
    <Section
      key={section.name}
      section={section}
      open={!closed.has(section.name)}
      onToggle={() => kept.toggle(section.name)}
      onChoose={onChoose}
      onKey={onListKey}
      firstKey={first?.key}
      end={endOf?.(section)}
    />
  );

  return (
    <>
      <div className="pe-palette-search">
        <span className="ui-input ui-input-sm">
          <Icon name="search" size={14} />
          <input
            ref={search}
            id={searchId}
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={query}
            placeholder={t('findStep')}
            aria-label={t('findStep')}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault();
                entries()[0]?.focus();
              } else if (event.key === 'Enter' && first && query.trim() !== '') {
                event.preventDefault();
                onChoose(first);
                setQuery('');
              } else if (event.key === 'Escape') {
                event.stopPropagation();
                if (query === '') onLeave(event.currentTarget);
                else setQuery('');
              }
            }}
          />
          {searchKey !== undefined && <Kbd>{searchKey}</Kbd>}
        </span>
        {tool}
      </div>
      {hint}
      <div ref={list} className="pe-palette-list">
        <div className="pe-palette-steps">
          {found.filter(({ name }) => name !== 'datasinks').map(drawn)}
          {found.length === 0 && (
            <div className="pe-palette-empty">
              {t('paletteEmpty')}
              <Button size="sm" onClick={() => setQuery('')}>
                {t('clearSearch')}
              </Button>
            </div>
          )}
        </div>
        {sinks && <div className="pe-palette-sinks">{drawn(sinks)}</div>}
      </div>
    </>
  );
}

const noneClosed: ReadonlySet<string> = new Set();

interface SectionProps {
  readonly section: PaletteSection;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChoose: (entry: PaletteEntry) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly firstKey: string | undefined;
  readonly end: ReactNode;
}

function Section({ section, open, onToggle, onChoose, onKey, firstKey, end }: SectionProps) {
  const t = useTexts(editorTexts);
  const body = useId();
  const counted = section.name === 'labels' || section.name === 'datasinks';
  return (
    <section aria-label={t(`section.${section.name}`)}>
      <h2>
        <button type="button" aria-expanded={open} aria-controls={body} onClick={onToggle}>
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size={12} />
          <span>{t(`section.${section.name}`)}</span>
          {counted && section.entries.length > 0 && <Count>{section.entries.length}</Count>}
        </button>
      </h2>
      <div id={body} hidden={!open}>
        {[...Map.groupBy(section.entries, (entry) => entry.group)].map(([group, entries]) => (
          <Fragment key={group ?? ''}>
            {group !== undefined && <h3 title={group}>{group}</h3>}
            <ul aria-label={group}>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <Entry entry={entry} tone={toneOf(section)} onChoose={onChoose} onKey={onKey} tabbable={entry.key === firstKey} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
        {end}
      </div>
    </section>
  );
}

interface EntryProps {
  readonly entry: PaletteEntry;
  readonly tone: Tone;
  readonly onChoose: (entry: PaletteEntry) => void;
  /** Arrow keys move between entries. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly tabbable: boolean;
}

function Entry({ entry, tone, onChoose, onKey, tabbable }: EntryProps) {
  return (
    <button
      type="button"
      className="pe-entry"
      tabIndex={tabbable ? 0 : -1}
      draggable
      title={`${entry.title} — ${entry.about}`}
      onClick={() => onChoose(entry)}
      onKeyDown={onKey}
      onDragStart={(event) => {
        draggedIngredient.set(entry.ingredient);
        event.dataTransfer.effectAllowed = 'copy';
        event.dataTransfer.setData('text/plain', entry.title);
      }}
      onDragEnd={() => draggedIngredient.set(undefined)}
    >
      <Tile tone={tone} size={20}>
        {entry.icon ? <ComponentIcon {...entry.icon} size={12} /> : <Icon name="label" size={12} />}
      </Tile>
      <span className="pe-entry-title">{entry.title}</span>
      {entry.ingredient.kind === 'label' && <span className="ui-hidden">{entry.about}</span>}
    </button>
  );
}

function toneOf(section: PaletteSection): Tone {
  switch (section.name) {
    case 'labels':
      return 'label';
    case 'datasinks':
      return 'datasink';
    case 'enrichment':
      return 'enrichment';
    default:
      return 'action';
  }
}
