import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tones } from '../marks/marks.tsx';

const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const colours = (theme: 'dark' | 'light'): Readonly<Record<string, string>> => {
  const block = new RegExp(`\\[data-theme=${theme}\\]\\{([^}]*)\\}`).exec(tokens)?.[1] ?? '';
  return Object.fromEntries([...block.matchAll(/--([\w-]+):(#[0-9A-F]{6})\b/g)].map(([, name = '', colour = '']) => [name, colour]));
};

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['canvas', 's1', 's2', 's3'];
const pairs = (front: readonly string[], back: readonly string[]) => front.flatMap((one) => back.map((other) => [one, other] as const));

describe.each(['dark', 'light'] as const)('%s', (theme) => {
  const colour = colours(theme);
  const below = (least: number, tested: readonly (readonly [string, string])[]) =>
    tested.filter(([front, back]) => !(contrast(colour[front]!, colour[back]!) >= least));

  test('texts are not paler than 4.5 to 1 on any surface', () => {
    expect(
      below(4.5, [
        ...pairs(['text', 'muted', 'accent'], surfaces),
        ...pairs(['faint'], ['canvas', 's1', 's2']),
        ['on-accent', 'accent'],
        ['on-warning', 'warning'],
      ]),
    ).toEqual([]);
  });
  test('the focus ring, edges of controls and marks of state are not paler than 3 to 1', () => {
    const kinds = tones.filter((tone) => tone !== 'neutral' && tone !== 'accent');
    expect(below(3, [...pairs(['focus', ...kinds], surfaces), ...pairs(['control'], ['canvas', 's1', 's2'])])).toEqual([]);
  });
});
