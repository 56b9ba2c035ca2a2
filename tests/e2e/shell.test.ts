import { createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { reasonText } from '@acequia/component-sdk/text';
import { owner } from './harness/api.ts';
import { haveSession, logIn } from './harness/browser.ts';
import { createDatasink, firstCluster } from './harness/content.ts';
import { inEmbeddedDatabase } from './harness/embedded-database.ts';
import { freePort } from '@acequia/testkit/free-port';
import { movedPages, orders } from './harness/held-answers.ts';
import { looks, useHouse, type Look } from './harness/house.ts';
import { hasKeys } from './harness/keyboard.ts';
import { lostSideways, settled, surveyPage } from './harness/survey.ts';

const house = useHouse('shell');
let lake: { readonly id: string };

beforeAll(async () => {
  lake = await createDatasink(house.api, 'Lake', 'null', {});
  await createDatasink(house.api, 'River', 'null', {});
  await house.api.call('POST', '/datasinks', { name: 'Delta', description: '', tags: ['málaga'], component: 'null', config: {} });
});

async function enter(look: Look) {
  await house.prefer(look);
  const opened = await house.open(look);
  await haveSession(opened.page, house.url, owner.email);
  return opened;
}

/** For what follows a press: the page may still be calling the server. */
const patient = { timeout: 20_000 };
const stored = () => house.api.call('GET', `/datasinks/${lake.id}`);
const heads = (page: Page) => page.locator('.ui-table thead th').allInnerTexts();
const options = (page: Page) => page.locator('.ui-command [role=option]').allInnerTexts();

describe('the shell', () => {
  test('the palette finds by tag, goes there, goes back and can be switched off', async () => {
    const { page, context, complaints } = await enter(looks[0]);
    await page.goto(`${house.url}/home`);
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.locator('.ui-command').waitFor();
    const first = async () => (await options(page)).slice(0, 4).map((text) => text.split('\n')[0]);
    await expect.poll(first, patient).toEqual(['Create …', 'Delta', 'River', 'Lake']);
    expect(await surveyPage(page)).toEqual([]);
    await hasKeys(page.locator('.ui-command input'));
    await page.keyboard.type('malaga');
    await page.waitForFunction(() => document.querySelectorAll('.ui-command [role=option]').length === 1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/datasinks\/DS_/);
    await page.getByRole('dialog', { name: 'Delta' }).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/datasinks(\?|$)/);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Create …' }).click();
    await page.getByRole('option', { name: 'New data sink' }).waitFor();
    await page.keyboard.press('Backspace');
    await page.getByRole('option', { name: 'Create …' }).waitFor();
    // The key that opened it closes it.
    await page.keyboard.press('Control+k');
    await page.locator('.ui-command').waitFor({ state: 'detached' });
    await house.api.call('PATCH', '/auth/preferences', { shortcuts: false });
    await page.reload();
    await settled(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('.ui-command').waitFor();
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await house.api.call('PATCH', '/auth/preferences', { shortcuts: true });
    await context.close();
  });

  test('columns are arranged once and stay so in another browser; several things get tags and are deleted together', async () => {
    const here = await enter(looks[0]);
    await here.page.goto(`${house.url}/datasinks?view=table`);
    await settled(here.page);
    const saved = here.page.waitForResponse((response) => response.url().includes('updatePreferences') && response.ok());
    await here.page.getByRole('button', { name: 'Columns' }).click();
    await here.page.getByRole('checkbox', { name: 'Type' }).click();
    await saved;
    const there = await enter(looks[0]);
    await there.page.goto(`${house.url}/datasinks?view=table`);
    await settled(there.page);
    expect(await heads(there.page)).not.toContain('Type');
    expect(await heads(there.page)).toContain('Name');
    await there.page.getByRole('checkbox', { name: 'Select River' }).click();
    await there.page.getByRole('checkbox', { name: 'Select Delta' }).click();
    const bar = there.page.getByRole('region', { name: 'Selected items' });
    await expect.poll(() => bar.innerText(), patient).toContain('2 selected of 3');
    expect(await surveyPage(there.page)).toEqual([]);
    await bar.getByRole('button', { name: 'Tags' }).click();
    await there.page.getByLabel('Add to all').fill('edge');
    await there.page.keyboard.press('Enter');
    await there.page.getByRole('button', { name: 'Apply' }).click();
    await there.page.getByRole('dialog').waitFor({ state: 'detached' });
    const tagsOf = async () =>
      (await house.api.call<{ name: string; tags: string[] }[]>('GET', '/datasinks')).map(({ name, tags }) => [name, tags]);
    await expect.poll(tagsOf, patient).toEqual([
      ['Delta', ['málaga', 'edge']],
      ['Lake', []],
      ['River', ['edge']],
    ]);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await there.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await there.page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(tagsOf, patient).toEqual([['Lake', []]]);
    expect([...here.complaints, ...there.complaints]).toEqual([]);
    await here.context.close();
    await there.context.close();
  });

  test.each(looks)('the whole menu of the account fits a small screen, in $language, $theme', async (look) => {
    const { page, context } = await enter(look);
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(`${house.url}/home`);
    await page.getByRole('button', { name: look.language === 'en' ? /Account of/ : /Cuenta de/ }).click();
    const last = page.getByRole('menuitem', { name: look.language === 'en' ? 'Log out' : 'Cerrar sesión' });
    await last.waitFor();
    const seen = () =>
      last.evaluate((item) => {
        const { left, top, width, height } = item.getBoundingClientRect();
        return item.contains(document.elementFromPoint(left + width / 2, top + height - 2));
      });
    await expect.poll(seen, patient).toBe(true);
    await context.close();
  });

  test('a page loads the reasons in its own language alone, and changes it when the others are there', async () => {
    const port = await freePort();
    const other = createServer();
    onTestFinished(() => void other.close());
    await new Promise<void>((resolve) => other.listen(port, '0.0.0.0', resolve));
    const clusterId = await firstCluster(house.api);
    const config = { port, auth: 'none' };
    const made = { name: 'Taken', description: '', tags: [], component: 'http', config, clusterId };
    const { id } = await house.api.call<{ readonly id: string }>('POST', '/listeners', made);
    const state = async () => (await house.api.call<{ readonly state: string }>('GET', `/listeners/${id}`)).state;
    await expect.poll(state, patient).toBe('error');
    const [english, spanish] = (['en', 'es'] as const).map((language) => reasonText('PORT_IN_USE', language, { port }).title);
    const { page, context } = await enter(looks[1]);
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.text());
    });
    await page.goto(`${house.url}/listeners/${id}`);
    await page.getByRole('dialog').getByText(spanish!).first().waitFor(patient);
    const loaded = async (word: string) => (await Promise.all(scripts)).some((script) => script.includes(word));
    expect([await loaded(spanish!), await loaded(english!)]).toEqual([true, false]);

    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/en-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${house.url}/listeners`);
    await page.getByRole('button', { name: /Cuenta de/ }).click();
    const asked = page.waitForRequest('**/assets/en-*.js');
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await asked;
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es');
    release();
    await page.waitForFunction(() => document.documentElement.lang === 'en');
    await page.getByRole('link', { name: 'Taken' }).first().click();
    await page.getByRole('dialog').getByText(english!).first().waitFor(patient);
    await house.prefer(looks[0]);
    await house.api.call('DELETE', `/listeners/${id}`);
    await context.close();
  });

  test('the link of another mail, opened in the tab of the first one, is read', async () => {
    const { page, context } = await house.open(looks[0]);
    const linkOf = (letter: string) => `${house.url}/reset#token=${letter.repeat(43)}`;
    const askedFor = (letter: string) =>
      page.waitForRequest((request) => request.postData()?.includes(letter.repeat(43)) === true, patient);
    for (const letter of ['a', 'b']) {
      const asked = askedFor(letter);
      await page.goto(linkOf(letter));
      await asked;
    }
    await context.close();
  });

  test('a saved change is a version with what it changed, and the one before can be brought back', async () => {
    await house.api.call('PUT', `/datasinks/${lake.id}`, { name: 'Lake', description: 'Deep', tags: [], config: {}, revision: 1 });
    const { page, context, complaints } = await enter(looks[1]);
    await page.goto(`${house.url}/datasinks/${lake.id}?tab=versions`);
    await page.getByRole('link', { name: 'Versión 1' }).click();
    await page.waitForURL(/edit\/1\/versionDetail/);
    expect(await surveyPage(page)).toEqual([]);
    expect(await page.getByRole('row', { name: /Descripción/ }).innerText()).toContain('Deep');
    await page.getByRole('button', { name: 'Restaurar esta versión' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restaurar esta versión' }).click();
    await page.waitForURL(new RegExp(`/datasinks/${lake.id}$`));
    await expect.poll(stored, patient).toMatchObject({ description: '', revision: 3 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('a form opens over the home page by its address, and leaves it as it was', async () => {
    const { page, context } = await enter(looks[0]);
    await page.goto(`${house.url}/home/datasinks/${lake.id}/edit`);
    await page.getByRole('dialog').getByLabel('Name').fill('Deep lake');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(/\/home$/);
    await expect.poll(stored, patient).toMatchObject({ name: 'Deep lake' });
    const create = async (what: string) => {
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('menuitem', { name: what, exact: true }).click();
    };
    await create('Listener');
    await page.waitForURL('**/home/listeners/create');
    await page.getByRole('dialog').getByRole('link', { name: /^HTTP/ }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/home$/);
    await create('Enrichment');
    await page.getByRole('dialog').getByRole('link', { name: /^CSV/ }).click();
    await page.waitForURL('**/home/enrichments/create?type=csv');
    await page.getByRole('dialog').getByLabel('Name').waitFor();
    expect(await surveyPage(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/home$/);
    await context.close();
  });
});

const listPaths = ['/listeners', '/pipelines', '/datasinks', '/datasinks?view=table', '/enrichments', '/marketplace', '/dead-letters'];
const dataPaths = [...listPaths, '/alerts', '/health', '/datahistory'];
/** They wait for one answer, or for none. */
const plainPaths = ['/glossary', '/pipelines/create', '/home?section=your_preferences'];

describe('in whatever browser', () => {
  test('at a zoom of 400 % nothing is cut off: everything that can be pressed stands within 320 px', async () => {
    const { page, context } = await enter(looks[1]);
    await page.setViewportSize({ width: 320, height: 640 });
    const faults: string[] = [];
    for (const path of [
      '/home',
      ...listPaths.slice(0, 4),
      '/home?section=your_preferences',
      '/home?section=tenant&option=control_access_users',
    ]) {
      await page.goto(house.url + path);
      await settled(page);
      faults.push(...(await lostSideways(page)).map((fault) => `${path}: ${fault}`));
    }
    await context.close();
    const guest = await house.open(looks[0], { width: 320, height: 256 });
    await guest.page.goto(`${house.url}/login`);
    await settled(guest.page);
    faults.push(...(await lostSideways(guest.page)).map((fault) => `/login: ${fault}`));
    await guest.context.close();
    expect(faults).toEqual([]);
  });

  test('no page moves under the eyes while it loads, in whatever order its answers come, and none asks anybody but its own server', async () => {
    const elsewhere: string[] = [];
    const moved: string[] = [];
    for (const order of orders) {
      const { page, context } = await enter(looks[0]);
      page.on('request', (request) => {
        if (!request.url().startsWith(house.url)) elsewhere.push(request.url());
      });
      const paths = order === orders[0] ? ['/home', ...dataPaths] : ['/home', ...dataPaths, ...plainPaths];
      moved.push(
        ...(await movedPages(
          page,
          paths.map((path) => house.url + path),
          order,
        )),
      );
      await context.close();
    }
    expect(moved).toEqual([]);
    expect(elsewhere.filter((url) => !/^(?:data|blob):/.test(url))).toEqual([]);
  });

  test('one that asks for less motion gets none', async () => {
    const { page, context } = await enter(looks[0]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${house.url}/datasinks/${lake.id}`);
    await page.getByRole('dialog').waitFor();
    const longest = await page.evaluate(() => {
      const seconds = (text: string) =>
        Math.max(...text.split(',').map((each) => Number.parseFloat(each) / (each.trim().endsWith('ms') ? 1000 : 1)));
      return Math.max(
        ...[...document.querySelectorAll('body *')].map((element) => {
          const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
          return Math.max(seconds(transitionDuration), animationName === 'none' ? 0 : seconds(animationDuration));
        }),
      );
    });
    expect(longest).toBeLessThanOrEqual(0.001);
    await context.close();
  });

  test('the links of a list open a tab of their own with Ctrl and with the middle button', async () => {
    const { page, context } = await enter(looks[0]);
    await page.goto(`${house.url}/pipelines`);
    await settled(page);
    const link = page.locator('.frame-side').getByRole('link', { name: 'Listeners' });
    for (const press of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }]) {
      const [opened] = await Promise.all([context.waitForEvent('page'), link.click(press)]);
      await opened.waitForURL(`${house.url}/listeners`);
      await opened.close();
    }
    await page.goto(`${house.url}/datasinks?view=table&q=lake`);
    await settled(page);
    const row = page.getByRole('table').getByRole('link', { name: /lake/i }).first();
    const [opened] = await Promise.all([context.waitForEvent('page'), row.click({ modifiers: ['ControlOrMeta'] })]);
    await opened.waitForURL(new RegExp(`/datasinks/${lake.id}`));
    expect(page.url()).toContain('/datasinks?');
    await context.close();
  });

  test('on a Mac the keys are those of a Mac', async () => {
    const context = await house.browser.newContext({
      userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      viewport: { width: 1440, height: 900 },
    });
    await house.prefer(looks[0]);
    const page = await context.newPage();
    await logIn(page, house.url, owner.email);
    await settled(page);
    expect(await page.locator('.frame-search kbd').innerText()).toBe('⌘K');
    await page.keyboard.press('Meta+k');
    await page.locator('.ui-command').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ui-command').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').locator('kbd').first().waitFor();
    const keys = await page.getByRole('dialog').locator('kbd').allInnerTexts();
    expect(keys.some((key) => key.includes('⌘'))).toBe(true);
    expect(keys.filter((key) => key.includes('Ctrl'))).toEqual([]);
    await context.close();
  });

  test('the way to a first event is offered at home until it is dismissed', async () => {
    const { page, context } = await enter(looks[0]);
    const card = page.getByRole('heading', { name: 'Get started' });
    await page.goto(`${house.url}/home`);
    await card.waitFor();
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.getByRole('heading', { name: 'Where do your logs come from?' }).waitFor();
    await page.getByRole('link', { name: 'Skip setup' }).click();
    await page.getByRole('button', { name: 'Hide this' }).click();
    await card.waitFor({ state: 'detached' });
    await page.reload();
    await settled(page);
    expect(await card.count()).toBe(0);
    await context.close();
  });

  test('times are told in UTC once that is chosen, in every browser; a range of one’s own stands in the address and is refused when it cannot be', async () => {
    const here = await enter(looks[0]);
    await here.page.goto(`${house.url}/home?section=your_preferences`);
    await here.page.getByRole('combobox', { name: 'Time zone' }).click();
    const saved = here.page.waitForResponse((response) => response.url().includes('updatePreferences') && response.ok());
    await here.page.getByRole('option', { name: 'UTC', exact: true }).click();
    await saved;
    await here.context.close();
    const { page, context } = await enter(looks[0]);
    await page.goto(`${house.url}/home?range=custom&from=${Date.UTC(2026, 0, 2, 3, 4)}&to=${Date.UTC(2026, 0, 2, 15, 4)}`);
    await settled(page);
    const chip = page.getByRole('button', { name: /Time/ });
    expect(await chip.innerText()).toContain('Jan 02 2026 · 03:04AM – Jan 02 2026 · 03:04PM');
    expect(await chip.getAttribute('title')).toContain('03:04:00PM UTC');
    await chip.click();
    await page.getByRole('button', { name: 'Custom range' }).click();
    await page.getByLabel('From (UTC)').fill('2026-01-03T03:04');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('The start must be before the end.').waitFor();
    await page.getByLabel('To (UTC)').fill('2999-01-03T03:04');
    await page.getByText('The range can’t be in the future.').waitFor();
    await page.getByLabel('To (UTC)').fill('2026-01-04T03:04');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**/home?range=custom&from=${Date.UTC(2026, 0, 3, 3, 4)}&to=${Date.UTC(2026, 0, 4, 3, 4)}`);
    await chip.click();
    await page.getByRole('list', { name: 'Time' }).getByRole('button').first().waitFor();
    expect(await page.getByRole('list', { name: 'Time' }).getByRole('button').allInnerTexts()).toEqual(
      'Last hour|Last 12 hours|Last 24 hours|Yesterday|Last 7 days|Last 28 days|Last week|Last month|Last 12 months|Previous year|Custom range'.split(
        '|',
      ),
    );
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.waitForURL('**/home?range=lastMonth');
    await house.api.call('PATCH', '/auth/preferences', { timeZone: 'browser' });
    await context.close();
  });
});

describe('with very many things', () => {
  test('ten thousand things: the table draws only what is seen, and the palette finds any of them', async () => {
    const { page, context, complaints } = await enter(looks[0]);
    await inEmbeddedDatabase(house.acequia.dataDirectory, (client) =>
      client.query(`insert into datasinks
        select tenant_id, 'DS_many' || n, 'Sink ' || n, '', '{many}', component, version, config, 1, created_at, updated_at, created_by, updated_by, preset
        from datasinks, generate_series(1, 10000) n where id = '${lake.id}'`),
    );
    await page.goto(`${house.url}/datasinks?view=table`);
    await settled(page);
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('10002');
    expect(await page.evaluate(() => document.querySelectorAll('body *').length)).toBeLessThanOrEqual(1_500);
    await page.locator('main.frame-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await page.getByRole('link', { name: 'Sink 10000', exact: true }).waitFor();
    expect(await page.evaluate(() => document.querySelectorAll('body *').length)).toBeLessThanOrEqual(1_500);
    await page.keyboard.press('Control+k');
    await hasKeys(page.locator('.ui-command input'));
    await page.keyboard.type('sink 7777');
    await page.getByRole('option', { name: /^Sink 7777\b/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/datasinks\/DS_many7777/);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
