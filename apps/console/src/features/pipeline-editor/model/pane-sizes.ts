/** px a pane may take in a window. */
export interface PaneRange {
  readonly min: number;
  readonly max: number;
  /** Until a person chooses. */
  readonly usual: number;
}

export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Below it the dock lies under the panel too, and the steps to add stand over the canvas. */
const narrowPx = 1280;
const widePx = 1700;
/** What the canvas keeps beside the panel, navigation and step list included. */
const besidePanelPx = 520;
/** What the header and the canvas keep above the dock. */
const aboveDockPx = 276;

export const isNarrow = ({ width }: Pick<WindowSize, 'width'>): boolean => width < narrowPx;

/** Width of the step's panel: beside its paddings and a scroll bar its form never gets less than 360 px. */
export function panelRange({ width }: WindowSize): PaneRange {
  const min = isNarrow({ width }) ? 404 : 420;
  const usual = width < widePx ? min : 480;
  return { min, usual, max: Math.max(min, Math.min(960, width - besidePanelPx)) };
}

/** Height of the dock below the canvas. */
export function dockRange({ height }: WindowSize): PaneRange {
  const min = 160;
  const max = Math.max(min, height - aboveDockPx);
  return { min, max, usual: Math.min(max, Math.max(240, Math.round(height * 0.34))) };
}

/** A kept size as this window allows it. */
export const sizeIn = ({ min, max, usual }: PaneRange, keptPx: number | undefined): number => Math.min(max, Math.max(min, keptPx ?? usual));
