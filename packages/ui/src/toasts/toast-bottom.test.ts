import { expect, it } from 'vitest';
import { toastBottom } from './toast-bottom.ts';

const area = { left: 1080, right: 1420, height: 60 };
const bar = (top: number, bottom: number, left = 0, right = 1440) => ({ top, bottom, left, right });

it.each([
  ['no bar', [], 20],
  ['a dock along the lower edge', [bar(560, 900)], 360],
  ['a selection over the foot of a list, beside them', [bar(840, 884, 500, 940)], 20],
  ['a dialog’s footer below them', [bar(780, 840, 700, 1200)], 140],
  ['a bar that lies where they go to avoid another', [bar(860, 900), bar(780, 830)], 140],
  ['a bar far above them', [bar(100, 140)], 20],
  ['a dock that leaves no room', [bar(60, 900)], 20],
])('toasts cover no button: %s', (_what, bars, bottom) => {
  expect(toastBottom(area, bars, 900)).toBe(bottom);
});
