import { Button, Count, Icon, IconButton, Kbd, Tile, type Tone } from '@acequia/ui';
import { Link, useParams } from '@tanstack/react-router';
import { Fragment, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { ComponentIcon } from '#blocks/component-icon.tsx';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useMay } from '#lib/session/index.ts';
import { paletteSections, searchPalette, type PaletteEntry, type PaletteSection } from '../../model/palette.ts';
import { editorTexts } from '../../texts.ts';
import { revealAll, revealDrawn } from '../canvas/reveal.ts';
import { useServices, useView } from '../editor-context.ts';
import { draggedIngredient } from './dragged-ingredient.ts';
import { paletteSearchId } from './focus-palette.ts';
import { PlaceHint } from './place-hint.tsx';

/** Everything that can be added: dragged to the canvas, or chosen by Enter, which adds it after what is selected. */
export function PalettePanel({ onHide }: { readonly onHide: () => void }) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { actions } = useServices();
  const { catalogue, document } = useView();
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const sections = useMemo(
    () => paletteSections(catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [catalogue, language, t],
  );
  const found = useMemo(() => searchPalette(sections, query), [sections, query]);

  const add = (entry: PaletteEntry) => {
    const first = document.nodes.length === 0;
    const node = actions.add(entry.ingredient, actions.nextPlace());
    if (first) revealAll();
    else if (node !== undefined) revealDrawn(node);
  };
  const entries = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('.pe-entry') ?? [])];
  const onListKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = entries();
    const next = all.indexOf(window.document.activeElement as HTMLButtonElement) + step;
    if (next < 0) window.document.getElementById(paletteSearchId)?.focus();
    else all[next]?.focus();
  };
  const first = found.flatMap((section) => section.entries)[0];

  return (
    <aside className="pe-palette" aria-label={t('palette')}>
      <div className="pe-palette-search">
        <span className="ui-input ui-input-sm">
          <Icon name="search" size={14} />
          <input
            id={paletteSearchId}
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
                add(first);
                setQuery('');
              } else if (event.key === 'Escape') {
                event.stopPropagation();
                if (query === '') leaveSearch(event.currentTarget);
                else setQuery('');
              }
            }}
          />
          <Kbd>/</Kbd>
        </span>
        <IconButton icon="chevron-left" size="sm" label={t('hidePalette')} onClick={onHide} />
      </div>
      <PlaceHint />
      <div ref={list} className="pe-palette-list">
        {found.map((section) => (
          <Section key={section.name} section={section} onAdd={add} onKey={onListKey} firstKey={first?.key} />
        ))}
        {found.length === 0 && (
          <div className="pe-palette-empty">
            {t('paletteEmpty')}
            <Button size="sm" onClick={() => setQuery('')}>
              {t('clearSearch')}
            </Button>
          </div>
        )}
      </div>
    </aside>
  );
}

/** The keys belong to the canvas again: to the selected step, if one is. */
function leaveSearch(search: HTMLInputElement): void {
  const selected = window.document.querySelector<HTMLElement>('.react-flow__node.selected');
  if (selected) selected.focus();
  else search.blur();
}

interface SectionProps {
  readonly section: PaletteSection;
  readonly onAdd: (entry: PaletteEntry) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly firstKey: string | undefined;
}

function Section({ section, onAdd, onKey, firstKey }: SectionProps) {
  const t = useTexts(editorTexts);
  const counted = section.name === 'labels' || section.name === 'datasinks';
  return (
    <section aria-label={t(`section.${section.name}`)}>
      <h3>
        {t(`section.${section.name}`)}
        {counted && section.entries.length > 0 && <Count>{section.entries.length}</Count>}
      </h3>
      {[...Map.groupBy(section.entries, (entry) => entry.group)].map(([group, entries]) => (
        <Fragment key={group ?? ''}>
          {group !== undefined && <h4 title={group}>{group}</h4>}
          <ul aria-label={group}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <Entry entry={entry} tone={toneOf(section)} onAdd={onAdd} onKey={onKey} tabbable={entry.key === firstKey} />
              </li>
            ))}
          </ul>
        </Fragment>
      ))}
      {counted && <CreateEntry name={section.name} empty={section.entries.length === 0} />}
    </section>
  );
}

interface EntryProps {
  readonly entry: PaletteEntry;
  readonly tone: Tone;
  readonly onAdd: (entry: PaletteEntry) => void;
  /** Arrow keys move between entries. */
  readonly onKey: (event: KeyboardEvent) => void;
  readonly tabbable: boolean;
}

function Entry({ entry, tone, onAdd, onKey, tabbable }: EntryProps) {
  return (
    <button
      type="button"
      className="pe-entry"
      tabIndex={tabbable ? 0 : -1}
      draggable
      title={`${entry.title} — ${entry.about}`}
      onClick={() => onAdd(entry)}
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
      {entry.group !== undefined && <span className="ui-hidden">{entry.group}</span>}
    </button>
  );
}

/** Makes what the section lists, over the pipeline, and comes back with it. */
function CreateEntry({ name, empty }: { readonly name: 'labels' | 'datasinks'; readonly empty: boolean }) {
  const t = useTexts(editorTexts);
  const may = useMay(name === 'labels' ? 'listener:create' : 'datasink:create');
  const { pipelineId } = useServices();
  const { version, actionId } = useParams({ strict: false });
  return (
    <p className="pe-section-empty">
      {empty && `${t(name === 'labels' ? 'noLabels' : 'noDatasinks')} `}
      {may && (
        <Link
          to={`/pipelines/$pipelineId/{-$version}/${name === 'labels' ? 'listener' : 'datasink'}/create`}
          params={{ pipelineId, version }}
          // The selected step stays the one after which the new one goes.
          search={(known) => ({ ...known, node: known.node ?? actionId })}
        >
          <Icon name="plus" size={12} />
          {t(name === 'labels' ? 'createListener' : 'createDatasink')}
        </Link>
      )}
    </p>
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
