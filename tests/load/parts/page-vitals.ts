import type { CDPSession, Page } from 'playwright-core';

/** What the browser itself says about a page since it was opened; milliseconds since the navigation began. */
export interface Vitals {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** Sum of the layout shifts that followed no input. */
  readonly layoutShift: number;
  /** From an input to the paint after it, the longest event of each. */
  readonly interactionsMs: readonly number[];
  readonly longTasksMs: readonly number[];
}

declare global {
  interface Window {
    vitals: { largest: number; shift: number; interactions: Map<number, number>; tasks: number[] };
  }
}

/** Observes every page that is opened from now on. */
export async function observeVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.vitals = { largest: 0, shift: 0, interactions: new Map(), tasks: [] };
    const { vitals } = window;
    const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
    observe('largest-contentful-paint', (entry) => (vitals.largest = entry.startTime));
    observe('layout-shift', (entry) => {
      const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
      if (!hadRecentInput) vitals.shift += value;
    });
    const take = (entry: PerformanceEntry) => {
      const { interactionId, duration } = entry as PerformanceEventTiming & { interactionId: number };
      if (interactionId > 0) vitals.interactions.set(interactionId, Math.max(duration, vitals.interactions.get(interactionId) ?? 0));
    };
    observe('event', take, { durationThreshold: 16 });
    observe('first-input', take);
    observe('longtask', (entry) => vitals.tasks.push(entry.duration));
  });
}

export const readVitals = (page: Page): Promise<Vitals> =>
  page.evaluate(() => ({
    firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    largestPaintMs: window.vitals.largest,
    layoutShift: window.vitals.shift,
    interactionsMs: [...window.vitals.interactions.values()],
    longTasksMs: [...window.vitals.tasks],
  }));

/** The network and the processor that quality.md calls throttled: 9 and 3 Mbit/s, 100 ms a round trip, a quarter of the speed. */
export async function throttle(cdp: CDPSession, network: boolean): Promise<void> {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  if (!network) return;
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 9e6 / 8,
    uploadThroughput: 3e6 / 8,
  });
}
