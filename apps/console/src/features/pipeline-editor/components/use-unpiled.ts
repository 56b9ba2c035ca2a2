import type { DocumentVersion } from '@acequia/contract';
import { useEffect, useMemo, useState } from 'react';
import { useLanguage } from '#i18n/index.ts';
import { arrangeAside } from '../model/arrange.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { createViewer } from '../model/editor-view.ts';
import { isPile, movedTo } from '../model/pile.ts';

/**
 * A version as it is drawn: arranged, where its steps lie in a pile. Nothing is saved for that; the places go along with the next edit.
 * Undefined until the first one is ready; later ones take its place once they are.
 */
export function useUnpiled(loaded: DocumentVersion | undefined, catalogue: Catalogue | undefined): DocumentVersion | undefined {
  const language = useLanguage();
  const [arranged, setArranged] = useState<{ readonly of: DocumentVersion; readonly drawn: DocumentVersion }>();
  const piled = useMemo(() => loaded !== undefined && isPile(loaded.document), [loaded]);
  const asked = piled && loaded !== arranged?.of;
  useEffect(() => {
    if (!asked || !loaded || !catalogue) return;
    let left = false;
    const take = (drawn: DocumentVersion) => left || setArranged({ of: loaded, drawn });
    const { shape } = createViewer()(loaded.document, catalogue, language, (id) => id);
    arrangeAside(loaded.document, shape).then(
      (positions) => take({ ...loaded, document: movedTo(loaded.document, positions) }),
      () => take(loaded),
    );
    return () => void (left = true);
  }, [asked, loaded, catalogue, language]);
  return piled ? arranged?.drawn : loaded;
}
