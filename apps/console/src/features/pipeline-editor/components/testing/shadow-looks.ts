import type { ShadowRun } from '@acequia/contract';
import type { Format } from '#lib/format/index.ts';

/** How a state of a shadow run is drawn. */
export const shadowLooks = {
  running: { tone: 'success', shape: 'dot' },
  done: { tone: 'neutral', shape: 'ring' },
  stopped: { tone: 'neutral', shape: 'bars' },
  failed: { tone: 'danger', shape: 'triangle' },
} as const satisfies Record<ShadowRun['state'], { readonly tone: string; readonly shape: string }>;

/** How many events end differently, in words. */
export const differing = (
  { result }: ShadowRun,
  t: (key: 'equal' | 'differing', values?: { count: number; events: string }) => string,
  format: Pick<Format, 'number'>,
): string =>
  result === null || result.differing === 0
    ? t('equal')
    : t('differing', { count: result.differing, events: format.number(result.differing) });
