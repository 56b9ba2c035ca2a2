import type { ReactNode } from 'react';
import { Icon, Tile, type IconName, type Tone } from '@acequia/ui';
import { svgShapes } from './svg-shape.tsx';

export type ComponentKind = 'listener' | 'action' | 'datasink';

const sources = import.meta.glob<string>('../../../../../packages/components/src/{listeners,actions,datasinks}/*/icon*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const drawn = new Map<string, readonly ReactNode[]>();
for (const [path, source] of Object.entries(sources)) {
  const [kind, id, file] = path.split('/').slice(-3);
  const preset = /^icon-(.+)\.svg$/.exec(file ?? '')?.[1];
  drawn.set(`${kind}/${preset ?? id}`, svgShapes(source));
}

const fallbacks: Readonly<Record<ComponentKind, IconName>> = { listener: 'listener', action: 'code', datasink: 'datasink' };

interface ComponentMark {
  readonly kind: ComponentKind;
  /** Of a component or of one of its presets. */
  readonly id: string;
  /** The component of a preset that may have no icon of its own. */
  readonly of?: string;
}

/** The icon a component brings along; 24 × 24, current colour. */
export function ComponentIcon({ kind, id, of, size = 16 }: ComponentMark & { readonly size?: number }) {
  const shapes = drawn.get(`${kind}s/${id}`) ?? drawn.get(`${kind}s/${of}`);
  if (!shapes || shapes.length === 0) return <Icon name={fallbacks[kind]} size={size} />;
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className="ui-icon" aria-hidden>
      {shapes}
    </svg>
  );
}

/** The same on a tile in the colour of its kind. */
export function ComponentTile({ kind, id, of, size = 28 }: ComponentMark & { readonly size?: 20 | 24 | 28 | 36 }) {
  const tones: Readonly<Record<ComponentKind, Tone>> = { listener: 'listener', action: 'action', datasink: 'datasink' };
  return (
    <Tile tone={tones[kind]} size={size}>
      <ComponentIcon kind={kind} id={id} {...(of === undefined ? {} : { of })} size={size >= 36 ? 20 : size >= 28 ? 16 : 14} />
    </Tile>
  );
}
