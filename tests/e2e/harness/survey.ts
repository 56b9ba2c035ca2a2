import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** First parts of the dotted keys of the console's texts; one of them on the screen is a missing text. */
const rawKey =
  /\b(?:step|section|builtin|fault|paste|portKind|problem|version|kind|line|help|navigation|error|home|listener|pipeline|datasink)\.[a-z]+(?:-[a-z]+)*\b(?!\.(?:com|org|net|log|json|ya?ml))/;

/** Until the page shows its content and has been at rest for two frames (it comes to the front: pages behind draw few): no skeleton, nothing busy or on its way in, and a heading, or the dialog that its address names. */
export async function settled(page: Page): Promise<void> {
  const atRest = () =>
    document.querySelector(/[?&](?:section|replay|history)=/.test(location.search) ? '[role=dialog]' : 'h1, [role=dialog]') !== null &&
    document.querySelector('.ui-skeleton, [aria-busy=true]') === null &&
    document.fonts.status === 'loaded' &&
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY);
  await page.bringToFront();
  do {
    await page.waitForFunction(atRest, undefined, { timeout: 30_000 });
    await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
  } while (!(await page.evaluate(atRest)));
}

/** Everything a person could not use, read, or would see by mistake, once the page is settled; empty when all is well. */
export async function surveyPage(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await barriersOf(page, {})), ...(await readPage(page))];
}

/** What cannot be read in the other theme, by its contrast alone: the rest of the page is the same. Leaves the page in that theme. */
export async function surveyOtherTheme(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
  });
  await settled(page);
  return barriersOf(page, { runOnly: { type: 'rule', values: ['color-contrast'] } });
}

/** In the page itself (legacy mode): the other way opens a second page for each survey, which takes twice as long and finds the same without frames. */
async function barriersOf(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], ...options })
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} — ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
    );
}

/** The part of `surveyPage` that reads the page itself: texts and names that are none, and scrolling sideways. */
export async function readPage(page: Page): Promise<string[]> {
  const found: string[] = [];
  const seen = await page.evaluate(() => ({
    text: [
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label], [aria-description], [placeholder], [title]')].flatMap((each) =>
        ['aria-label', 'aria-description', 'placeholder', 'title'].map((name) => each.getAttribute(name) ?? ''),
      ),
    ].join('\n'),
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    title: document.title,
  }));
  const key = rawKey.exec(seen.text);
  if (key) found.push(`a key instead of a text: ${key[0]}`);
  if (/\{\{\w*\}\}/.test(seen.text)) found.push('an unfilled place in a text');
  const none = /.{0,40}\b(?:undefined|NaN|\[object Object\])(?![\w-]).{0,40}/.exec(seen.text);
  if (none) found.push(`a value that is none: ${none[0]}`);
  if (seen.wide > 0) found.push(`the page scrolls sideways by ${seen.wide} px`);
  if (!seen.title.includes('Acequia')) found.push(`the tab is called "${seen.title}"`);
  return found;
}
