import type { EditorView } from './editor-view.ts';
import type { LinkLabel } from './link-label.ts';
import { createLinkPlacer, type Dragged, type LinkPlaces } from './link-places.ts';

/**
 * Where the numbers of links stand now. They are placed when the first of them is asked for: a pipeline that shows none pays
 * nothing. Whoever draws numbers listens to those of its own link.
 */
export interface ShownPlaces {
  get(link: string): LinkLabel | undefined;
  /** Cards stand where the document has them. */
  show(view: EditorView): void;
  /** Cards of that document are being dragged. */
  drag(view: EditorView, dragged: Dragged): void;
  subscribe(listener: () => void): () => void;
}

export function createShownPlaces(): ShownPlaces {
  const placer = createLinkPlacer();
  let now: { readonly view: EditorView; readonly dragged: Dragged | undefined } | undefined;
  let moving: LinkPlaces | undefined;
  const listeners = new Set<() => void>();
  const set = (view: EditorView, dragged: Dragged | undefined) => {
    now = { view, dragged };
    moving = undefined;
    for (const listener of listeners) listener();
  };
  return {
    get(link) {
      if (!now) return undefined;
      if (now.dragged) moving ??= placer.dragged(now.view, now.dragged);
      return moving?.get(link) ?? placer.all(now.view).get(link);
    },
    show: (view) => set(view, undefined),
    drag: set,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
