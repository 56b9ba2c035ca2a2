import type { EditorView } from './editor-view.ts';
import type { LinkLabel } from './link-label.ts';
import { createLinkPlacer, type LinkPlaces } from './link-places.ts';
import type { LinkRoute } from './link-route.ts';
import { createLinkRouter, type Dragged } from './link-routes.ts';

/**
 * Where links go now, and where their numbers stand. Numbers are placed when the first of them is asked for: a pipeline that
 * shows none pays nothing. Whoever draws a link listens to it.
 */
export interface ShownPlaces {
  /** Undefined for a plain curve. */
  route(link: string): LinkRoute | undefined;
  label(link: string): LinkLabel | undefined;
  /** Cards stand where the document has them. */
  show(view: EditorView): void;
  /** Cards of that document are being dragged. */
  drag(view: EditorView, dragged: Dragged): void;
  subscribe(listener: () => void): () => void;
}

export function createShownPlaces(): ShownPlaces {
  const router = createLinkRouter();
  const placer = createLinkPlacer(router);
  let now: { readonly view: EditorView; readonly dragged: Dragged | undefined } | undefined;
  let moving: LinkPlaces | undefined;
  const listeners = new Set<() => void>();
  const set = (view: EditorView, dragged: Dragged | undefined) => {
    now = { view, dragged };
    moving = undefined;
    for (const listener of listeners) listener();
  };
  return {
    route(link) {
      if (!now) return undefined;
      const found = (now.dragged ? router.dragged(now.view, now.dragged) : router.all(now.view)).get(link);
      return found && (found.over || found.corners.length > 0) ? found : undefined;
    },
    label(link) {
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
