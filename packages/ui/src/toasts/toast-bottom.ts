/** px between toasts and whatever they keep clear of. */
export const toastGap = 20;

type Rectangle = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * px from the lower edge of the window to the toasts, which lie above every bar in their way: of a bar they would cover, and of a bar that
 * they would cover then. Where no room is left above a bar they stay over it.
 */
export function toastBottom(
  area: { readonly left: number; readonly right: number; readonly height: number },
  bars: readonly Rectangle[],
  windowHeight: number,
): number {
  let bottom = toastGap;
  for (const bar of bars.toSorted((a, b) => b.bottom - a.bottom)) {
    const beside = bar.right <= area.left || bar.left >= area.right;
    const apart = bar.bottom <= windowHeight - bottom - area.height || bar.top >= windowHeight - bottom;
    const above = windowHeight - bar.top + toastGap;
    if (!beside && !apart && above + area.height + toastGap <= windowHeight) bottom = above;
  }
  return bottom;
}
