import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What came in; all other terms are what became of it. */
const sources = ['entered', 'redriven', 'created', 'before'];
export type Terms = Readonly<Record<string, number>>;

/** The account on the page, term by term; both of its sides have the same sum. */
export async function account(page: Page): Promise<Terms> {
  await page.locator('[data-account]').first().waitFor();
  const entries = await page.locator('[data-account]').evaluateAll((lines) =>
    lines.map((line) =>
      [...line.querySelectorAll<HTMLElement>('[data-term]')].map(({ dataset, textContent }) => ({
        term: dataset['term'] ?? '',
        count: Number(dataset['count']),
        written: Number(textContent.replace(/\D/g, '')),
      })),
    ),
  );
  expect(entries).toHaveLength(1);
  const [terms] = entries;
  for (const { count, written } of terms!) expect(written).toBe(count);
  const sumOf = (came: boolean) => terms!.filter(({ term }) => sources.includes(term) === came).reduce((sum, { count }) => sum + count, 0);
  expect(sumOf(true)).toBe(sumOf(false));
  return Object.fromEntries(terms!.map(({ term, count }) => [term, count]));
}

export const numberIn = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
/** The whole number behind a short one. */
export const exact = async (page: Page, selector: string) => numberIn(await page.locator(selector).last().getAttribute('title'));
/** Of a pair in the open drawer, once it is known. */
export async function inPairs(page: Page, name: string): Promise<number> {
  const value = page
    .getByRole('dialog')
    .locator('.ui-pairs > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
    .filter({ hasText: /\d/ })
    .last();
  return numberIn(await value.innerText());
}
