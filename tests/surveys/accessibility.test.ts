import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAcequia, type Acequia } from '../e2e/harness/acequia.ts';
import { Api, owner } from '../e2e/harness/api.ts';
import { haveSession, launchBrowser, openPage } from '../e2e/harness/browser.ts';
import { createContent, createPipeline, forkDocument, type Content } from '../e2e/harness/content.ts';
import { movedPages, orders } from '../e2e/harness/held-answers.ts';
import { nameless, tabThrough, tabTo } from '../e2e/harness/keyboard.ts';
import { cutWords, readPage, settled, surveyOtherTheme, surveyPage } from '../e2e/harness/survey.ts';
import { insertViewer, viewer } from '../e2e/harness/viewer.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-access-'));
let acequia: Acequia;
let api: Api;
let browser: Browser;
let content: Content;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/*
 * Not every page in every look: what can be wrong depends on few things at a time. Contrast depends on the theme, so every page is
 * measured in both. Texts depend on the language, and how wide a page is on both language and window, so every page is read in both
 * languages at 1440 and at 1024. Names, roles and order are the same in all of them, so every page is surveyed whole once. Listeners
 * and datasinks differ in the pages that their type makes; the others are seen of one.
 */
const looks = [
  { theme: 'dark', language: 'en', locale: 'en-GB' },
  { theme: 'light', language: 'es', locale: 'es-ES' },
] as const;
type Look = (typeof looks)[number];
const wide = { width: 1440, height: 900 };
const narrow = { width: 1024, height: 768 };

const lookCookie = ({ theme, language }: Look) => ({ name: 'acequia-look', value: `${theme}.standard.${language}`, url: acequia.url });

const watchPages = ['/alerts', '/health', '/datahistory', '/enrichments'];

type Survey = (page: Page) => Promise<string[]>;

const surveyInBothThemes: Survey = async (page) => [
  ...(await surveyPage(page)),
  ...(await surveyOtherTheme(page)).map((fault) => `in the other theme: ${fault}`),
];

const readNarrow: Survey = async (page) => {
  await page.setViewportSize(narrow);
  await settled(page);
  const faults = [...(await readPage(page)), ...(await cutWords(page))];
  await page.setViewportSize(wide);
  return faults.map((fault) => `at ${narrow.width}: ${fault}`);
};

const surveyWhole: Survey = async (page) => [...(await surveyInBothThemes(page)), ...(await readNarrow(page))];
const readInBothWidths: Survey = async (page) => [...(await readPage(page)), ...(await cutWords(page)), ...(await readNarrow(page))];

/** Visits the paths; what is wrong, each with its path. */
async function crawl(page: Page, complaints: string[], paths: readonly string[], survey: Survey = surveyInBothThemes): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    complaints.length = 0;
    await page.goto(acequia.url + path);
    const late = await settled(page).then(
      () => [],
      () => ['it never settles'],
    );
    faults.push(...[...late, ...(late.length === 0 ? await survey(page) : []), ...complaints].map((fault) => `${path}: ${fault}`));
  }
  return faults;
}

/** `crawl` as the owner in two windows at once, each taking every second path. */
async function crawlInTwoWindows(locale: string, paths: readonly string[], survey: Survey): Promise<string[]> {
  const faults = await Promise.all(
    [0, 1].map(async (half) => {
      const { page, context, complaints } = await openPage(browser, { ...wide, locale });
      await haveSession(page, acequia.url);
      const found = await crawl(
        page,
        complaints,
        paths.filter((_, index) => index % 2 === half),
        survey,
      );
      await context.close();
      return found;
    }),
  );
  return faults.flat();
}

describe('before the first log-in', () => {
  test.each(looks)('the first run in $theme, $language', async (look) => {
    const { page, context, complaints } = await openPage(browser, look);
    await context.addCookies([lookCookie(look)]);
    expect(
      await crawl(page, complaints, [`/login#setup=${acequia.setupCode}`, '/version', '/forgot', '/reset', '/reset-mfa', '/join']),
    ).toEqual([]);
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe(look.theme);
    expect(await page.locator('html').getAttribute('lang')).toBe(look.language);
    await context.close();
  });

  test('the look of the last visit is there before any script runs', async () => {
    const { page, context } = await openPage(browser);
    await page.goto(`${acequia.url}/login`);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
    await page.getByRole('heading', { name: 'Crea la cuenta propietaria' }).waitFor();
    const kept = async () => (await context.cookies()).find(({ name }) => name === 'acequia-look')?.value;
    await expect.poll(kept, { timeout: 20_000 }).toBe('dark.standard.es');
    await context.addCookies([lookCookie({ theme: 'light', language: 'es', locale: 'es-ES' })]);
    await page.route('**/*.js', () => undefined);
    await page.goto(`${acequia.url}/login`, { waitUntil: 'commit' });
    const painted = await page.waitForFunction(() => {
      const { lang, dataset } = document.documentElement;
      const background = document.body && getComputedStyle(document.body).backgroundColor;
      return document.styleSheets.length > 0 && background ? { lang, theme: dataset['theme'], background } : false;
    });
    expect(await painted.jsonValue()).toEqual({ lang: 'es', theme: 'light', background: 'rgb(246, 245, 241)' });
    expect(await page.locator('#root').innerHTML()).toBe('');
    await context.close();
  });

  test('an empty tenant says what comes next on every page', async () => {
    api = new Api(acequia.url);
    await api.createOwner(acequia.setupCode!);
    const { page, context, complaints } = await openPage(browser);
    await haveSession(page, acequia.url);
    expect(await crawl(page, complaints, ['/home', '/listeners', '/pipelines', '/datasinks', '/dead-letters', ...watchPages])).toEqual([]);
    await page.goto(`${acequia.url}/login`);
    await context.close();
  });
});

describe('with content', () => {
  beforeAll(async () => {
    content = await createContent(api);
    await insertViewer(acequia.dataDirectory);
  });

  const paths = () => {
    const { listeners, datasinks, pipeline } = content;
    return [
      '/home',
      '/listeners',
      '/listeners?view=table',
      '/listeners?q=nothing-has-this-name',
      '/listeners/create/type',
      ...Object.entries(listeners).flatMap(([type, { id }]) => [
        `/listeners/create?type=${type}`,
        `/listeners/${id}`,
        `/listeners/${id}?tab=send`,
        `/listeners/${id}/ready`,
      ]),
      `/listeners/${listeners.http.id}/edit`,
      `/listeners/${listeners.http.id}?tab=labels`,
      `/listeners/${listeners.http.id}?tab=replays`,
      '/dead-letters',
      '/dead-letters?q=nothing-has-this-text',
      ...watchPages,
      '/datasinks',
      '/datasinks?view=table',
      '/datasinks/create/type',
      ...Object.keys(datasinks).map((type) => `/datasinks/create?type=${type}`),
      `/datasinks/${datasinks.http.id}/edit`,
      `/datasinks/${datasinks.http.id}`,
      '/pipelines',
      '/pipelines?view=table',
      `/pipelines?tab=${pipeline.id}`,
      `/pipelines?replay=new&replayPipeline=${pipeline.id}`,
      '/pipelines/create',
      `/pipelines/${pipeline.id}/Main`,
      `/pipelines/${pipeline.id}/Main?node=label-1`,
      `/pipelines/${pipeline.id}/Main?node=conditional-1`,
      `/pipelines/${pipeline.id}/Main?node=conditional-1&tab=ports`,
      `/pipelines/${pipeline.id}/Main?node=parser-1&tab=events`,
      `/pipelines/${pipeline.id}/Main?node=null-1&tab=notes`,
      `/pipelines/${pipeline.id}/1.0.0`,
      `/pipelines/${pipeline.id}/Main?history=1.0.0`,
      '/home?section=your_preferences&option=email_password',
      '/home?section=organization_settings&option=secrets_management',
      '/home?section=organization_settings&option=payment_method',
      `/home?section=organization_settings&option=secrets_management&item=${content.secret.id}`,
      '/home?section=tenant&option=tenant_authentication',
      '/home?section=tenant&option=tokens_management',
      '/home?section=tenant&option=usage',
      '/home?section=tenant&option=activity_log',
      '/home?section=tenant&option=control_access_users',
      '/nowhere',
      '/version',
    ];
  };

  test.each([
    { ...looks[0], survey: surveyWhole, how: 'surveyed' },
    { ...looks[1], survey: readInBothWidths, how: 'read' },
  ])('every page in $theme, $language is $how, at 1440 and 1024', async ({ theme, language, locale, survey }) => {
    await api.call('PATCH', '/auth/preferences', { theme, language });
    expect(await crawlInTwoWindows(locale, paths(), survey)).toEqual([]);
  });

  test.each(orders)('no page moves under the eyes while its content comes, %s', async (order) => {
    const { page, context } = await openPage(browser);
    await haveSession(page, acequia.url);
    const addresses = ['/home', '/listeners', '/pipelines', '/datasinks?view=table', '/datahistory'].map((path) => acequia.url + path);
    expect(await movedPages(page, addresses, order)).toEqual([]);
    await context.close();
  });

  test('dialogs, menus and forms with faults', async () => {
    await api.call('PATCH', '/auth/preferences', { theme: 'light', language: 'en' });
    const { page, context, complaints } = await openPage(browser);
    await haveSession(page, acequia.url);
    const faults: string[] = [];
    const look = async (what: string) => {
      await settled(page);
      faults.push(...(await surveyInBothThemes(page)).map((fault) => `${what}: ${fault}`));
    };
    await page.goto(`${acequia.url}/pipelines/${content.pipeline.id}/Main`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await look('publish');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop the running version' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).first().waitFor();
    await look('stop');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Draft/ }).click();
    await page.getByRole('menu').waitFor();
    await look('versions');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await look('shortcuts');
    await page.keyboard.press('Escape');
    for (const path of ['/listeners/create?type=http', '/datasinks/create?type=http', '/pipelines/create']) {
      await page.goto(acequia.url + path);
      await settled(page);
      await page
        .getByRole('textbox', { name: /^Name|^Nombre/ })
        .first()
        .fill('');
      await page.locator('button[type=submit]').click();
      await page.locator('[aria-invalid=true]').first().waitFor();
      await look(`${path} with faults`);
    }
    expect([...faults, ...complaints]).toEqual([]);
    await context.close();
  });

  test('by keyboard from the login to a publication, and through long pages: the focus is seen, never caught, and given back', async () => {
    const straight = forkDocument(content.listeners['data-generator'].id, content.datasinks.null.id);
    const pipeline = await createPipeline(api, 'By keyboard', straight);
    const { page, context, complaints } = await openPage(browser);
    await page.goto(`${acequia.url}/login`);
    await settled(page);
    await page.waitForFunction(() => document.activeElement?.matches('input[type=email]'));
    await page.keyboard.type(owner.email);
    await tabTo(page, 'input[autocomplete=current-password]');
    await page.keyboard.type(owner.password);
    await tabTo(page, 'button[type=submit]');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${acequia.url}/home`);
    const faults: string[] = [];
    for (const path of [
      '/home',
      '/listeners?view=table',
      '/listeners/create?type=http',
      '/datahistory',
      '/enrichments',
      '/home?section=tenant&option=tenant_authentication',
    ]) {
      await page.goto(acequia.url + path);
      await settled(page);
      faults.push(...[...(await nameless(page)), ...(await tabThrough(page))].map((fault) => `${path}: ${fault}`));
    }
    const shownIn = {
      configuration: page.getByRole('region', { name: 'Events of the pipeline' }),
      events: page.getByRole('complementary', { name: 'Selected step' }),
    };
    for (const [tab, place] of Object.entries(shownIn)) {
      const path = `/pipelines/${content.pipeline.id}/Main?node=conditional-1&tab=${tab}`;
      await page.goto(acequia.url + path);
      await place.getByRole('table').first().waitFor({ timeout: 60_000 });
      await settled(page);
      faults.push(...(await nameless(page)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await page.goto(`${acequia.url}/pipelines`);
    await settled(page);
    await tabTo(page, `main a[href^="/pipelines/${pipeline.id}"]`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/pipelines/${pipeline.id}**`);
    await settled(page);
    await tabTo(page, /^Publish$/);
    const dialog = page.getByRole('dialog', { name: /^Publish/ });
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Publish');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: 'First version' }).waitFor();
    await tabTo(page, /^Publish v1\.0\.0/);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'v1.0.0 in 1 cluster' }).waitFor({ timeout: 60_000 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('who may only look sees no way to change, and a page that says so', async () => {
    const { page, context, complaints } = await openPage(browser);
    await haveSession(page, acequia.url, viewer.email);
    expect(
      await crawl(page, complaints, [
        '/home',
        '/listeners',
        '/datasinks',
        '/dead-letters',
        '/pipelines',
        ...watchPages,
        '/listeners/create/type',
        `/pipelines/${content.pipeline.id}/Main`,
      ]),
    ).toEqual([]);
    await page.goto(`${acequia.url}/listeners/create/type`);
    await page.getByRole('heading', { name: 'Your role cannot view this page' }).waitFor();
    await page.getByText('Your role needs permission to view this page. Contact your admin for details').waitFor();
    await context.close();
  });
});
