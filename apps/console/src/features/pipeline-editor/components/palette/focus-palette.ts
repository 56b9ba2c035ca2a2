export const paletteSearchId = 'pe-palette-search';

/** Puts the caret where the next step is sought, at once, or in the frame in which the palette is drawn. */
export function focusPalette(frames = 10): void {
  const search = document.getElementById(paletteSearchId);
  if (search instanceof HTMLInputElement) {
    search.focus();
    search.select();
  } else if (frames > 0) {
    requestAnimationFrame(() => focusPalette(frames - 1));
  }
}
