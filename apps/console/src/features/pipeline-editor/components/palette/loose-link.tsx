import { PopoverAt } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { reveal, revealDrawn } from '../canvas/reveal.ts';
import { useServices, useView } from '../editor-context.ts';
import { portTitle } from '../port-title.ts';
import { PaletteChoice } from './palette-choice.tsx';
import { usePalette } from './use-palette.ts';

/** A link let go where nothing is. */
export interface LooseEnd {
  readonly from: { readonly node: string; readonly port: string };
  /** Where its next step goes, on the canvas. */
  readonly at: { readonly x: number; readonly y: number };
  /** The same place on the screen. */
  readonly pointer: { readonly x: number; readonly y: number };
}

/** Offers what can stand at the end of a link, where it was let go. Closed without a choice, nothing has changed. */
export function LooseLink({ end, onClose }: { readonly end: LooseEnd; readonly onClose: () => void }) {
  const t = useTexts(editorTexts);
  const { actions } = useServices();
  const view = useView();
  const sections = usePalette(view.catalogue).filter(({ name, entries }) => name !== 'labels' && entries.length > 0);
  const source = view.node(end.from.node);
  const words = source && t('addsAfterPort', { name: view.text(source.id).title, port: portTitle({ id: end.from.port }, source, t) });
  const leave = () => {
    onClose();
    reveal(end.from.node, true);
  };
  return (
    <PopoverAt point={end.pointer} label={words ?? t('palette')} className="pe-loose" onClose={onClose} onEscape={leave}>
      <PaletteChoice
        sections={sections}
        onChoose={({ ingredient }) => {
          onClose();
          const node = actions.add(ingredient, { type: 'branch', from: end.from, at: end.at });
          if (node !== undefined) revealDrawn(node, true);
        }}
        onLeave={leave}
        hint={<p className="pe-place-hint">{words}</p>}
      />
    </PopoverAt>
  );
}
