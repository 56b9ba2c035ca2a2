/** Rows that stand in the visible part of a long list, with some more at both ends. */
export function windowOf(
  count: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
): { readonly from: number; readonly to: number } {
  const margin = 12;
  const from = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight)) - margin);
  return { from, to: Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + margin) };
}
