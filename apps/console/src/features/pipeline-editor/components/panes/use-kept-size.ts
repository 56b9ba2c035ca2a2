import { useState } from 'react';
import { usePreferences } from '#lib/preferences/use-preferences.ts';
import { sizeIn, type PaneRange } from '../../model/pane-sizes.ts';

export interface KeptSize extends PaneRange {
  /** px, as the window allows it. */
  readonly value: number;
  readonly onMove: (px: number) => void;
  readonly onDone: (px: number) => void;
  readonly onReset: () => void;
}

/** The size of a pane, kept with the user once a move is over. */
export function useKeptSize(name: 'panelPx' | 'dockPx', range: PaneRange): KeptSize {
  const { preferences, change } = usePreferences();
  const [moved, setMoved] = useState<number>();
  const keep = (px: number | undefined) => {
    setMoved(undefined);
    change({ editor: { ...preferences.editor, [name]: px } });
  };
  return {
    ...range,
    value: moved ?? sizeIn(range, preferences.editor[name]),
    onMove: setMoved,
    onDone: keep,
    onReset: () => keep(undefined),
  };
}
