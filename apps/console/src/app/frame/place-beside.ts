export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const gapPx = 12;
const edgePx = 16;

/** Where a card goes in a window so that it covers nothing of `target`: below, above, right or left of it; else in the lower right corner. */
export function placeBeside(
  target: Box | undefined,
  card: Pick<Box, 'width' | 'height'>,
  view: Pick<Box, 'width' | 'height'>,
): Pick<Box, 'left' | 'top'> {
  const last = { left: view.width - card.width - edgePx, top: view.height - card.height - edgePx };
  if (!target) return last;
  const within = (at: number, end: number) => Math.max(edgePx, Math.min(at, end));
  const alongX = within(target.left, last.left);
  const alongY = within(target.top, last.top);
  const places = [
    { left: alongX, top: target.top + target.height + gapPx },
    { left: alongX, top: target.top - card.height - gapPx },
    { left: target.left + target.width + gapPx, top: alongY },
    { left: target.left - card.width - gapPx, top: alongY },
  ];
  const fits = ({ left, top }: Pick<Box, 'left' | 'top'>) => left >= edgePx && top >= edgePx && left <= last.left && top <= last.top;
  return places.find(fits) ?? last;
}
