import type { DocumentVersion } from '@acequia/contract';
import { useEffect, useMemo, useState } from 'react';
import { useLanguage } from '#i18n/index.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { isPile } from '../model/pile.ts';
import { unpiled } from '../model/unpiled.ts';

/**
 * A version as it is drawn: arranged, where its steps lay in a pile when it was opened as `key`. Nothing is saved for that; the places go
 * along with the next edit. Undefined until the first one is ready; later ones take its place once they are. A pile that somebody makes
 * while it is open stays as it was made.
 */
export function useUnpiled(
  key: string,
  loaded: DocumentVersion | undefined,
  catalogue: Catalogue | undefined,
): DocumentVersion | undefined {
  const language = useLanguage();
  const [opened, setOpened] = useState<{ readonly key: string; readonly piled: boolean }>();
  const [arranged, setArranged] = useState<{ readonly key: string; readonly of: DocumentVersion; readonly drawn: DocumentVersion }>();
  const isOpened = opened?.key === key;
  if (loaded && !isOpened) setOpened({ key, piled: isPile(loaded.document) });
  const begunPiled = isOpened && opened.piled;
  const piled = useMemo(() => begunPiled && loaded !== undefined && isPile(loaded.document), [begunPiled, loaded]);
  const asked = piled && loaded !== arranged?.of;
  useEffect(() => {
    if (!asked || !loaded || !catalogue) return;
    let left = false;
    void unpiled(loaded, catalogue, language).then((drawn) => left || setArranged({ key, of: loaded, drawn }));
    return () => void (left = true);
  }, [asked, key, loaded, catalogue, language]);
  if (!isOpened) return undefined;
  return piled ? (arranged?.key === key ? arranged.drawn : undefined) : loaded;
}
