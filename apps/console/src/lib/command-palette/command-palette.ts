import { createContext, use } from 'react';

/** Pages of the palette; `main` is the first. */
export const palettePages = ['main', 'create', 'listeners', 'pipelines', 'datasinks', 'enrichments'] as const;
export type PalettePage = (typeof palettePages)[number];

export interface CommandPalette {
  readonly open: (page?: PalettePage) => void;
  readonly close: () => void;
  /** Somebody is about to open it. */
  readonly fetchAhead: () => void;
}

export const CommandPaletteContext = createContext<CommandPalette | undefined>(undefined);

/** How the key is written on this machine. */
export const paletteKey = (): string => (/Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘K' : 'Ctrl+K');

/** Opens and closes the command palette from anywhere inside the frame. */
export function useCommandPalette(): CommandPalette {
  const palette = use(CommandPaletteContext);
  if (!palette) throw new Error('useCommandPalette should be used within a provider');
  return palette;
}
