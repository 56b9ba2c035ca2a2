import type { Locator, Page } from 'playwright-core';
import { eventually } from './acequia.ts';

/** Fewer are no page of the console. */
const stepsMin = 10;
const stepsMax = 200;

/** Until what is typed goes there. */
export const hasKeys = (locator: Locator): Promise<true> =>
  eventually('the keys there', async () => (await locator.evaluate((element) => element === document.activeElement)) || undefined);

/** Tabs on until what the selector names, or what has this text, has the focus. */
export async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  for (let steps = 0; steps < stepsMax; steps += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(
      (selector) => {
        const focused = document.activeElement;
        return selector === undefined ? (focused?.textContent ?? '').trim() : focused?.matches(selector);
      },
      typeof wanted === 'string' ? wanted : undefined,
    );
    if (typeof wanted === 'string' ? found === true : wanted.test(String(found))) return;
  }
  throw new Error(`Tab never reached ${String(wanted)}`);
}

/** Tabs through a page until the focus leaves it or begins anew; where it was out of sight, without a mark, or stuck. */
export async function tabThrough(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let steps = 0; steps < stepsMax; steps += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return 'end';
      if (element.dataset['walked'] === 'true') return 'end';
      element.dataset['walked'] = 'true';
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const marked = (of: Element | null, depth: number): boolean => {
        if (of === null || depth > 3) return false;
        const styles = [getComputedStyle(of), getComputedStyle(of, '::after')];
        return (
          styles.some(({ outlineStyle, boxShadow }) => outlineStyle !== 'none' || boxShadow !== 'none') ||
          marked(of.parentElement, depth + 1)
        );
      };
      const said = element.outerHTML.slice(0, 160);
      if (right <= 0 || bottom <= 0 || left >= window.innerWidth || top >= window.innerHeight) return `out of sight: ${said}`;
      return marked(element, 0) ? '' : `without a mark: ${said}`;
    });
    if (found === 'end') return steps < stepsMin ? [...faults, `Tab reaches only ${steps} things`] : faults;
    if (found !== '') faults.push(found);
  }
  return [...faults, 'the focus never comes to an end'];
}

const named = new Set([
  'button',
  'link',
  'checkbox',
  'switch',
  'textbox',
  'searchbox',
  'combobox',
  'slider',
  'tab',
  'menuitem',
  'radio',
  'image',
  'dialog',
  'table',
]);

/** What assistive technology meets without a name, from the browser's own accessibility tree. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const faults = await Promise.all(
    nodes
      .filter(({ ignored, role, name }) => !ignored && named.has(String(role?.value)) && String(name?.value ?? '').trim() === '')
      .map(async ({ role, backendDOMNodeId }) => {
        const where =
          backendDOMNodeId === undefined ? undefined : await session.send('DOM.getOuterHTML', { backendNodeId: backendDOMNodeId });
        return `a ${String(role?.value)} without a name: ${where?.outerHTML.slice(0, 160) ?? ''}`;
      }),
  );
  await session.detach();
  return faults;
}
