import { useMemo } from 'react';
import { useLanguage, useTexts } from '#i18n/index.ts';
import type { Catalogue } from '../../model/catalogue.ts';
import { paletteSections, type PaletteSection } from '../../model/palette.ts';
import { editorTexts } from '../../texts.ts';

/** Everything that can be put on the canvas, in the reader's language. */
export function usePalette(catalogue: Catalogue): readonly PaletteSection[] {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  return useMemo(
    () => paletteSections(catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [catalogue, language, t],
  );
}
