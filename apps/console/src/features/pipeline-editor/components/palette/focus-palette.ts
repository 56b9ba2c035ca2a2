export const paletteSearchId = 'pe-palette-search';

/** Puts the caret where the next step is sought. */
export function focusPalette(): void {
  const search = document.getElementById(paletteSearchId);
  if (search instanceof HTMLInputElement) {
    search.focus();
    search.select();
  }
}
