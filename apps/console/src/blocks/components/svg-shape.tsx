import { createElement, type ReactNode } from 'react';

const shapes = new Set(['path', 'circle', 'rect', 'line', 'polyline', 'polygon', 'ellipse']);
const attributes: Readonly<Record<string, string>> = {
  d: 'd',
  cx: 'cx',
  cy: 'cy',
  r: 'r',
  rx: 'rx',
  ry: 'ry',
  x: 'x',
  y: 'y',
  x1: 'x1',
  y1: 'y1',
  x2: 'x2',
  y2: 'y2',
  width: 'width',
  height: 'height',
  points: 'points',
  transform: 'transform',
  opacity: 'opacity',
  fill: 'fill',
  stroke: 'stroke',
  'stroke-width': 'strokeWidth',
  'stroke-dasharray': 'strokeDasharray',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
};

/** The shapes of an icon file as elements; whatever is not a plain shape is left out. Never written as markup. */
export function svgShapes(source: string): readonly ReactNode[] {
  const body = source.slice(source.indexOf('>', source.indexOf('<svg')) + 1);
  return [...body.matchAll(/<([a-z]+)\b([^>]*?)\/?>/g)].flatMap(([, tag = '', text = ''], index) => {
    if (!shapes.has(tag)) return [];
    const given: Record<string, string | number> = { key: index };
    for (const [, name = '', value = ''] of text.matchAll(/([a-z-]+[0-9]?)="([^"]*)"/g)) {
      const known = attributes[name];
      if (known) given[known] = value;
    }
    return [createElement(tag, given)];
  });
}
