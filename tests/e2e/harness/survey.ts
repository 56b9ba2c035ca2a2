import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** First parts of the dotted keys of the console's texts; one of them on the screen is a missing text. */
const rawKey =
  /\b(?:step|section|builtin|fault|paste|portKind|problem|version|kind|line|help|navigation|error|home|listener|pipeline|datasink)\.[a-z]+(?:-[a-z]+)*\b(?!\.(?:com|org|net|log|json|ya?ml))/;

/** In the page: it shows its content and nothing is on its way: no skeleton, nothing busy or moving, and a heading, or the dialog that its address names. */
export const atRest = () =>
  document.querySelector(/[?&](?:section|replay|history|delivery)=/.test(location.search) ? '[role=dialog]' : 'h1, [role=dialog]') !==
    null &&
  document.querySelector('.ui-skeleton, [aria-busy=true]') === null &&
  document.fonts.status === 'loaded' &&
  document
    .getAnimations()
    .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY);

/** Until the page has been at rest for two frames (it comes to the front: pages behind draw few). */
export async function settled(page: Page): Promise<void> {
  await page.bringToFront();
  do {
    await page.waitForFunction(atRest, undefined, { timeout: 30_000 });
    await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));
  } while (!(await page.evaluate(atRest)));
}

/** Everything a person could not use, read, or would see by mistake, once the page is settled; empty when all is well. */
export async function surveyPage(page: Page): Promise<string[]> {
  await settled(page);
  return [...(await barriersOf(page, everyGrave)), ...(await readPage(page))];
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

/** What can be pressed and is smaller than 24 px with another one closer than that (WCAG 2.2, 2.5.8); no survey of a whole page asks for it. */
export async function surveyTargets(page: Page): Promise<string[]> {
  await settled(page);
  return barriersOf(page, { runOnly: { type: 'rule', values: ['target-size'] }, rules: { 'target-size': { enabled: true } } });
}

const { resolve } = createRequire(import.meta.url);
const axeSource = readFileSync(createRequire(resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules whose findings are minor or moderate at most: nobody reads them here, and some look at every element. */
const harmless = `
  aria-allowed-role aria-deprecated-role empty-heading empty-table-header focus-order-semantics hidden-content
  image-redundant-alt meta-viewport-large presentation-role-conflict server-side-image-map table-duplicate-name
  form-field-multiple-labels heading-order html-xml-lang-mismatch landmark-banner-is-top-level landmark-unique
  landmark-contentinfo-is-top-level landmark-main-is-top-level landmark-no-duplicate-banner landmark-one-main
  landmark-no-duplicate-contentinfo landmark-no-duplicate-main meta-viewport no-autoplay-audio page-has-heading-one region
  scope-attr-valid skip-link
`;
const everyGrave = { rules: Object.fromEntries(Array.from(harmless.matchAll(/\S+/g), ([id]) => [id, { enabled: false }])) };

/**
 * In the page itself (legacy mode): the other way opens a second page for each survey, which takes twice as long and finds the same
 * without frames. The rules are brought into a page once; the builder would bring them twice for each look at it.
 */
async function barriersOf(page: Page, options: Parameters<AxeBuilder['options']>[0]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const { violations } = await new AxeBuilder({ page, axeSource: ';' })
    .options({ resultTypes: ['violations'], ...options })
    .setLegacyMode()
    .analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 200)} — ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`),
    );
}

/** Words that end at the edge of a box which neither scrolls nor shows by an ellipsis that there is more. */
export const cutWords = (page: Page): Promise<string[]> => page.evaluate(findCutWords);

function findCutWords(): string[] {
  const found = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement!;
    if (text.data.trim() === '' || parent.closest('.react-flow, .ui-hidden, svg, option') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const right = Math.max(...[...range.getClientRects()].map((line) => line.right));
    for (let box: Element | null = parent; box; box = box.parentElement) {
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowX) || (overflowX !== 'visible' && (textOverflow === 'ellipsis' || webkitLineClamp !== 'none'))) break;
      if (overflowX === 'visible') continue;
      const { right: edge, width } = box.getBoundingClientRect();
      if (width <= 1) break; // for screen readers alone
      if (right <= edge + 1) continue;
      found.add(`"${text.data.trim().slice(0, 60)}" is cut off in ${box.tagName.toLowerCase()}.${box.className}`);
      break;
    }
  }
  return [...found];
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

/** What can be pressed or filled in but stands beside the window, where no scrolling leads. */
export const lostSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      ((element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)) ||
        scrolls(element.parentElement));
    const lost = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')].filter((element) => {
      const { left, right, width, height } = element.getBoundingClientRect();
      return width > 0 && height > 0 && element.checkVisibility() && (left < -1 || right > window.innerWidth + 1) && !scrolls(element);
    });
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    return [...(wide > 0 ? [`the page scrolls sideways by ${wide} px`] : []), ...lost.map((element) => element.outerHTML.slice(0, 160))];
  });
