import type { DocumentVersion } from '@acequia/contract';
import type { Language } from '@acequia/component-sdk/text';
import { arrangeAside, type Arrange } from './arrange.ts';
import type { Catalogue } from './catalogue.ts';
import { createViewer } from './editor-view.ts';
import { isPile, movedTo } from './pile.ts';

/** A version as it is drawn: arranged, where its steps lie in a pile. As it is, where nothing can arrange it. */
export async function unpiled(
  stored: DocumentVersion,
  catalogue: Catalogue,
  language: Language,
  arrange: Arrange = arrangeAside,
): Promise<DocumentVersion> {
  if (!isPile(stored.document)) return stored;
  const { shape } = createViewer()(stored.document, catalogue, language, (id) => id);
  return arrange(stored.document, shape).then(
    (positions) => ({ ...stored, document: movedTo(stored.document, positions) }),
    () => stored,
  );
}
