import { useMemo } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { paletteSections, type PaletteSection } from '../../model/palette.ts';
import { editorTexts } from '../../texts.ts';
import { useView } from '../editor-context.ts';

/** Everything that can be put on the canvas, in the reader's language. */
export function usePalette(): readonly PaletteSection[] {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { catalogue } = useView();
  return useMemo(
    () => paletteSections(catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [catalogue, language, t],
  );
}
