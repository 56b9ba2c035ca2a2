import type { Random } from '@acequia/base';

/** Ids of nodes and links: never used again in a pipeline, because counters and kept state go by node id. */
export interface NewId {
  /** e.g. `parser-4f9c02` */
  node(component: string): string;
  link(): string;
}

export function createNewId(random: Random): NewId {
  const hex = (bytes: number) => [...random.bytes(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    node: (component) =>
      `${
        component
          .replaceAll(/[^a-z0-9-]/g, '')
          .replace(/^[^a-z]+/, '')
          .slice(0, 24) || 'node'
      }-${hex(3)}`,
    link: () => `l-${hex(6)}`,
  };
}
