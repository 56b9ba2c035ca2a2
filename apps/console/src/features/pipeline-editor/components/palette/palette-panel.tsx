import { Icon, IconButton } from '@acequia/ui';
import { Link, useParams } from '@tanstack/react-router';
import { memo } from 'react';
import { useTexts } from '#i18n/index.ts';
import { useMay } from '#lib/session/index.ts';
import type { Catalogue } from '../../model/catalogue.ts';
import type { PaletteEntry } from '../../model/palette.ts';
import { isNarrow } from '../../model/pane-sizes.ts';
import { editorTexts } from '../../texts.ts';
import { useServices } from '../editor-context.ts';
import { useWindowSize } from '../panes/use-window-size.ts';
import { paletteSearchId } from './focus-palette.ts';
import { PaletteChoice } from './palette-choice.tsx';
import { PlaceHint } from './place-hint.tsx';
import { useAdd } from './use-add.ts';
import { usePalette } from './use-palette.ts';

export interface PalettePanelProps {
  readonly catalogue: Catalogue;
  readonly onHide: () => void;
}

/** Everything that can be added: dragged to the canvas, or chosen by Enter, which adds it after what is selected. */
export const PalettePanel = memo(function PalettePanel({ catalogue, onHide }: PalettePanelProps) {
  const t = useTexts(editorTexts);
  const addIngredient = useAdd();
  const sections = usePalette(catalogue);
  const over = isNarrow(useWindowSize());
  const add = (entry: PaletteEntry) => {
    // Over the canvas it would cover what was added.
    addIngredient(entry.ingredient, over);
    if (over) onHide();
  };
  return (
    <aside className="pe-palette" aria-label={t('palette')}>
      <PaletteChoice
        sections={sections}
        onChoose={add}
        onLeave={(search) => {
          leaveSearch(search);
          if (over) onHide();
        }}
        searchId={paletteSearchId}
        searchKey="/"
        tool={<IconButton icon="chevron-left" size="sm" label={t('hidePalette')} onClick={onHide} />}
        hint={<PlaceHint />}
        endOf={({ name, entries }) =>
          (name === 'labels' || name === 'datasinks') && <CreateEntry name={name} empty={entries.length === 0} />
        }
      />
    </aside>
  );
});

/** The keys belong to the canvas again: to the selected step, if one is. */
function leaveSearch(search: HTMLInputElement): void {
  const selected = window.document.querySelector<HTMLElement>('.react-flow__node.selected');
  if (selected) selected.focus();
  else search.blur();
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
