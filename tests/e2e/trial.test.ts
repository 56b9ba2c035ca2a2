import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startAcequia, type Acequia } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { launchBrowser, logIn, openPage } from './harness/browser.ts';
import { settled, surveyPage } from './harness/survey.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-trial-'));
let acequia: Acequia;
let api: Api;
let browser: Browser;
let slug: string;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data'), port: await freePort(), env: { ACEQUIA_TRIALS: '1' } });
  browser = await launchBrowser();
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  slug = (await api.call<{ readonly tenant: { readonly slug: string } }>('GET', '/auth/session')).tenant.slug;
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function asOperator(change: object): Promise<number> {
  const token = readFileSync(join(acequia.dataDirectory, 'keys', 'operator-token'), 'utf8').trim();
  const answer = await fetch(`${acequia.url}/operator/tenant/trial`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ slug, ...change }),
  });
  return answer.status;
}

const words = {
  en: {
    banner: 'Free trial',
    left: '30 days left',
    over: 'Your free trial has ended',
    plan: 'See the plan',
    title: 'You are trying Acequia out',
    add: 'New pipeline',
  },
  es: {
    banner: 'Prueba gratuita',
    left: 'Quedan 30 días',
    over: 'Tu prueba gratuita ha terminado',
    plan: 'Ver el plan',
    title: 'Estás probando Acequia',
    add: 'Nuevo pipeline',
  },
} as const;

test.each(['en', 'es'] as const)(
  '%s: the days left are told, the end makes the open page read-only, and more days give it back',
  async (language) => {
    const t = words[language];
    await asOperator({ action: 'remove' });
    await asOperator({ action: 'extend', days: 30 });
    await api.call('PATCH', '/auth/preferences', { theme: language === 'en' ? 'dark' : 'light', language });
    const { page, context, complaints } = await openPage(browser, { width: language === 'en' ? 1440 : 1024 });
    await logIn(page, acequia.url);
    const banner = page.getByRole('complementary', { name: t.banner });
    await banner.getByText(t.left).waitFor();
    await banner.getByRole('link', { name: t.plan }).click();
    await page.getByRole('dialog').getByRole('heading', { name: t.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${acequia.url}/pipelines`);
    await page.getByRole('link', { name: t.add }).first().waitFor();
    await settled(page);
    expect(await surveyPage(page)).toEqual([]);

    expect(await asOperator({ action: 'end' })).toBe(200);
    await banner.getByText(t.over).waitFor();
    await page.getByRole('link', { name: t.add }).first().waitFor({ state: 'detached' });
    await settled(page);
    expect(await surveyPage(page)).toEqual([]);
    const refusal = await api.refusal('POST', '/pipelines', { name: 'late', description: '', tags: [] });
    expect(refusal).toMatchObject({ code: 'ACQ-TRIAL-OVER' });

    expect(await asOperator({ action: 'extend', days: 2 })).toBe(200);
    await page.getByRole('link', { name: t.add }).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  },
);
