import type { Page, Route } from 'playwright-core';
import { atRest } from './survey.ts';

/** Which of the answers that are there is let go first: the one that was asked for first or last. The font comes before all of them, or after. */
export const orders = ['first asked first', 'last asked first'] as const;
export type Order = (typeof orders)[number];

/** What a page may move, of 1: a fifth of what browsers still call good. */
const allowed = 0.02;

declare global {
  interface Window {
    /** Hand an answer to the page, in the order in which they were asked for. */
    held: (() => Promise<unknown>)[];
    shifts: { readonly value: number; readonly what: string }[];
  }
}

/**
 * Opens each address, in a page that was not used for this before, with the answers of all operations held back and let go one by
 * one: the next when the page has drawn what the one before brought. Streams say nothing: what flows now moves with the water, not
 * with the loading. Gives those that moved by more than is allowed, as browsers count it, each with what moved, from where and whither.
 */
export async function movedPages(page: Page, addresses: readonly string[], order: Order): Promise<string[]> {
  await page.addInitScript(holdAnswers);
  await page.addInitScript(countShifts);
  const fonts: Route[] = [];
  if (order === 'last asked first') await page.route(/\.woff2$/, (route) => void fonts.push(route));
  const moved: string[] = [];
  for (const address of addresses) {
    // Not until it is loaded: for that it may wait for the font that is held back.
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.held.length > 0);
    do {
      const count = await page.evaluate(letGo, order === 'last asked first');
      if (count === 0) await Promise.all(fonts.splice(0).map((route) => route.continue()));
    } while (!(await page.evaluate(atRest)) || (await page.evaluate(() => window.held.length)) > 0);
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    if (sum > allowed)
      moved.push([`${address} ${sum.toFixed(3)}`, ...shifts.map(({ value, what }) => `${value.toFixed(3)} ${what}`)].join('\n'));
  }
  await page.unroute(/\.woff2$/);
  return moved;
}

function holdAnswers(): void {
  const ask = window.fetch;
  window.held = [];
  window.fetch = (...question) => {
    const address = question[0] instanceof Request ? question[0].url : String(question[0]);
    if (/\/rpc\/\w+\/watch/.test(address)) return new Promise(() => undefined);
    const answer = ask(...question);
    if (!address.includes('/rpc/')) return answer;
    return new Promise((resolve) => {
      window.held.push(async () => {
        await answer.catch(() => undefined);
        resolve(answer);
      });
    });
  };
}

function countShifts(): void {
  interface Shift extends PerformanceEntry {
    readonly value: number;
    readonly hadRecentInput: boolean;
    readonly sources: readonly { readonly node: Node | null; readonly previousRect: DOMRect; readonly currentRect: DOMRect }[];
  }
  window.shifts = [];
  const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
  const say = ({ node, previousRect, currentRect }: Shift['sources'][number]) =>
    `${node instanceof Element ? node.className : ''} “${node?.textContent?.slice(0, 24) ?? ''}” ${place(previousRect)} → ${place(currentRect)}`;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
      if (!hadRecentInput) window.shifts.push({ value, what: sources.map(say).join('; ') });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Until two frames have brought no question; how many answers were let go. */
async function letGo(lastFirst: boolean): Promise<number> {
  const drawn = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
  let count = 0;
  await drawn();
  for (let next = lastFirst ? window.held.pop() : window.held.shift(); next; next = lastFirst ? window.held.pop() : window.held.shift()) {
    await next();
    await drawn();
    count += 1;
  }
  return count;
}
