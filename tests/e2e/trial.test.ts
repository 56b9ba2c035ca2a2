import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Api, owner } from './harness/api.ts';
import { logIn } from './harness/browser.ts';
import { looks, useHouse, type Look } from './harness/house.ts';
import { surveyPage } from './harness/survey.ts';
import { admin, insertAdmin } from './harness/viewer.ts';

const house = useHouse('trial', { env: { ACEQUIA_TRIALS: '1' } });
let slug: string;
beforeAll(async () => {
  await insertAdmin(house.acequia.dataDirectory);
  slug = (await house.api.call<{ readonly tenant: { readonly slug: string } }>('GET', '/auth/session')).tenant.slug;
});

async function asOperator(change: object): Promise<number> {
  const token = readFileSync(join(house.acequia.dataDirectory, 'keys', 'operator-token'), 'utf8').trim();
  const answer = await fetch(`${house.url}/operator/tenant/trial`, {
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
    title: 'Your trial of Acequia',
    add: 'New pipeline',
  },
  es: {
    banner: 'Prueba gratuita',
    left: 'Quedan 30 días',
    over: 'Tu prueba gratuita ha terminado',
    plan: 'Ver el plan',
    title: 'Tu prueba de Acequia',
    add: 'Nuevo pipeline',
  },
} as const;

/** Somebody with the pipelines open, and what they read. */
async function visitor(look: Look, email: string, width: number) {
  const { theme, language } = look;
  const own = new Api(house.url);
  await own.login(email);
  await own.call('PATCH', '/auth/preferences', { theme, language });
  const watched = await house.open(look, { width });
  await logIn(watched.page, house.url, email);
  const t = words[language];
  return {
    ...watched,
    t,
    banner: watched.page.getByRole('complementary', { name: t.banner }),
    add: watched.page.getByRole('link', { name: t.add }).first(),
  };
}

test('the days left are told, the end makes open pages read-only, and more days give them back, in both languages', async () => {
  await asOperator({ action: 'remove' });
  await asOperator({ action: 'extend', days: 30 });
  const visitors = [await visitor(looks[0], owner.email, 1440), await visitor(looks[1], admin.email, 1024)];
  for (const { page, banner, add, t } of visitors) {
    await banner.getByText(t.left).waitFor();
    await banner.getByRole('link', { name: t.plan }).click();
    await page.getByRole('dialog').getByRole('heading', { name: t.title }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${house.url}/pipelines`);
    await add.waitFor();
    expect(await surveyPage(page)).toEqual([]);
  }

  expect(await asOperator({ action: 'end' })).toBe(200);
  for (const { page, banner, add, t } of visitors) {
    await banner.getByText(t.over).waitFor({ timeout: 60_000 });
    await add.waitFor({ state: 'detached' });
    expect(await surveyPage(page)).toEqual([]);
  }
  const refusal = await house.api.refusal('POST', '/pipelines', { name: 'late', description: '', tags: [] });
  expect(refusal).toMatchObject({ code: 'ACQ-TRIAL-OVER' });

  expect(await asOperator({ action: 'extend', days: 2 })).toBe(200);
  for (const { add, complaints, context } of visitors) {
    await add.waitFor({ timeout: 60_000 });
    expect(complaints).toEqual([]);
    await context.close();
  }
});
