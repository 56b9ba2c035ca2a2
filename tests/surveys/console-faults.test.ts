import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from '../e2e/harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { Api } from '../e2e/harness/api.ts';
import { fillLogin, haveSession, launchBrowser, logIn, openPage } from '../e2e/harness/browser.ts';
import { createDatasink, createGenerator, createPipeline, forkDocument, type Made } from '../e2e/harness/content.ts';
import { inEmbeddedDatabase } from '../e2e/harness/embedded-database.ts';
import { settled } from '../e2e/harness/survey.ts';
import { admin, insertAdmin, insertViewer, viewer } from '../e2e/harness/viewer.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-faults-'));
let acequia: Acequia;
let api: Api;
let browser: Browser;
let pipeline: Made;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data'), port: await freePort() });
  browser = await launchBrowser();
  api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  const listener = await createGenerator(api, 'Web servers');
  const datasink = await createDatasink(api, 'Count only', 'null', {});
  pipeline = await createPipeline(api, 'Web servers to nowhere', forkDocument(listener.id, datasink.id));
  await insertViewer(acequia.dataDirectory);
  await insertAdmin(acequia.dataDirectory);
});
afterAll(async () => {
  await browser?.close();
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the session ends while a form is filled in: after the log-in everything typed is back', async () => {
  const { page, context } = await openPage(browser);
  await haveSession(page, acequia.url);
  await page.goto(`${acequia.url}/datasinks/create?type=http`);
  await settled(page);
  await page.getByRole('textbox', { name: /^Name/ }).first().fill('Collector of the night');
  await page.getByRole('textbox', { name: /^Base (?:address|URL)/ }).fill('https://night.example.com');

  await inEmbeddedDatabase(acequia.dataDirectory, (client) => client.query('delete from sessions'));
  await api.login();
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(`${acequia.url}/login**`);
  await fillLogin(page);
  await page.waitForURL('**/datasinks/create?type=http');
  await settled(page);
  const [name, address] = [
    page.getByRole('textbox', { name: /^Name/ }).first(),
    page.getByRole('textbox', { name: /^Base (?:address|URL)/ }),
  ];
  const typed = async () => [await name.inputValue(), await address.inputValue()];
  await expect.poll(typed, { timeout: 20_000 }).toEqual(['Collector of the night', 'https://night.example.com']);
  await context.close();
});

test('a log-out takes what was typed with it, in every window and also in one that was asleep', async () => {
  const { page, context } = await openPage(browser);
  await haveSession(page, acequia.url);
  const other = await context.newPage();
  const asleep = await context.newPage();
  const name = (one: Page) => one.getByRole('textbox', { name: /^Name/ }).first();
  for (const one of [page, other, asleep]) {
    await one.goto(`${acequia.url}/datasinks/create?type=http`);
    await settled(one);
    await name(one).fill('Of somebody who left');
    await one.reload();
    await settled(one);
    await expect.poll(() => name(one).inputValue(), { timeout: 20_000 }).toBe('Of somebody who left');
  }
  await asleep.goto('about:blank');
  await page.goto(`${acequia.url}/home`);
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  for (const one of [page, other]) await one.waitForURL(`${acequia.url}/login**`);
  await expect
    .poll(async () => `${other.url()} ${await other.innerText('body')}`, { timeout: 20_000 })
    .toContain('You logged out in another tab.');
  expect(new URL(page.url()).search).toBe('');
  await fillLogin(page, admin.email);
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  for (const one of [page, other, asleep]) {
    await one.goto(`${acequia.url}/datasinks/create?type=http`);
    await settled(one);
    expect(await name(one).inputValue()).toBe('HTTP');
  }
  await context.close();
});

test('no folder is open for reading: the form of a file listener says what to do and makes none that can only fail', async () => {
  const { page, context, complaints } = await openPage(browser);
  await haveSession(page, acequia.url);
  await page.goto(`${acequia.url}/listeners/create?type=file`);
  await settled(page);
  await page.getByText('No folder is open for reading').waitFor();
  await page.getByRole('textbox', { name: /^Name/ }).first().fill('System log');
  await page.getByRole('textbox', { name: /^Files/ }).fill('/var/log/syslog');
  await page.locator('form button[type=submit]').click();
  await page.getByText('Ask an operator to open folders for reading').waitFor();
  expect(new URL(page.url()).pathname).toBe('/listeners/create');
  expect(complaints).toEqual([]);
  await context.close();
});

test('the code of a page is gone after a new build: the page is loaded anew once, then says so', async () => {
  const { page, context } = await openPage(browser);
  await logIn(page, acequia.url);
  let loads = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url().endsWith('/listeners')) loads += 1;
  });
  let refused = 0;
  await page.route(/\/assets\/listeners-[^/]*\.js$/, (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Listeners' }).click();
  await page.getByRole('heading', { name: 'Listeners', level: 1 }).waitFor();
  await page.getByText('Web servers', { exact: true }).first().waitFor();
  expect(refused).toBeGreaterThan(1);
  expect(loads).toBeGreaterThan(0);

  await page.unroute(/\/assets\/listeners-[^/]*\.js$/);
  await page.route(/\/assets\/datasinks-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data sinks' }).click();
  await page.getByRole('button', { name: 'Back to Home' }).waitFor();
  await context.close();
});

test('no word of an address becomes a script, a place elsewhere or a broken page (CVE-2026-45392)', async () => {
  const { page, context, complaints } = await openPage(browser);
  await haveSession(page, acequia.url);
  const hostile = [
    '"><img src=x onerror=document.title="taken">',
    'javascript:document.title="taken"',
    '{"__proto__":{"taken":1}}',
    '//evil.example/%00',
  ];
  const words = ['q', 'sort', 'view', 'tag', 'status', 'tab', 'type', 'node', 'range', 'measure', 'pipeline', 'listener', 'code', 'since'];
  const windows = ['letter', 'section', 'option', 'item', 'replay', 'replayListener', 'next', 'reason', '__proto__', 'constructor'];
  const paths = ['/home', '/listeners', '/datasinks/create', '/pipelines', `/pipelines/${pipeline.id}/Main`, '/dead-letters'];
  for (const [index, path] of paths.entries()) {
    const value = hostile[index % hostile.length]!;
    const query = new URLSearchParams([...words, ...(index % 2 === 0 ? windows : [])].map((word) => [word, value]));
    await page.goto(`${acequia.url}${path}?${query.toString()}`);
    await settled(page);
    const seen = await page.evaluate(() => ({
      origin: location.origin,
      title: document.title,
      made: document.querySelectorAll('img[src=x], [onerror], a[href^="javascript:" i]').length,
      polluted: 'taken' in {},
    }));
    expect([path, seen], path).toEqual([
      path,
      { origin: acequia.url, title: expect.stringContaining('Acequia'), made: 0, polluted: false },
    ]);
  }
  // Things of such names do not exist, and the browser says so.
  expect(complaints.filter((text) => !text.includes('status of 404'))).toEqual([]);
  await context.close();
});

test('a text that reached the page becomes no HTML, no script and no address of one, before and after the login', async () => {
  const { page, context } = await openPage(browser);
  const written = () =>
    page.evaluate(() => {
      const attempts: Record<string, () => unknown> = {
        html: () => (document.createElement('div').innerHTML = '<img src=x onerror=document.title="taken">'),
        beside: () => document.body.insertAdjacentHTML('beforeend', '<b>taken</b>'),
        frame: () => (document.createElement('iframe').srcdoc = '<script>parent.document.title="taken"</script>'),
        script: () => (document.createElement('script').text = 'document.title="taken"'),
        address: () => (document.createElement('script').src = '/assets/taken.js'),
        worker: () => new Worker('/assets/taken.js'),
      };
      return Object.entries(attempts).filter(([, attempt]) => {
        try {
          attempt();
          return true;
        } catch (error) {
          return !(error instanceof TypeError);
        }
      });
    });
  await page.goto(`${acequia.url}/login`);
  await page.locator('input[type=email]').waitFor();
  expect(await written()).toEqual([]);
  await logIn(page, acequia.url);
  expect(await written()).toEqual([]);
  await context.close();
});

test('who may only look is offered no change anywhere', async () => {
  const { page, context, complaints } = await openPage(browser);
  await haveSession(page, acequia.url, viewer.email);
  for (const path of ['/home', '/listeners', '/datasinks', '/pipelines', `/pipelines/${pipeline.id}/Main`]) {
    await page.goto(acequia.url + path);
    await settled(page);
    expect(await page.locator('.ui-btn-primary').count(), path).toBe(0);
  }
  await page.getByText('Your role can view this pipeline, but not change it.').first().waitFor();
  expect(await page.getByRole('complementary', { name: 'Steps to add' }).count()).toBe(0);
  const listeners = await api.call<Made[]>('GET', '/listeners');
  await page.goto(`${acequia.url}/listeners/${listeners[0]!.id}/edit`);
  await settled(page);
  await page.getByText('Your role can view this, but not change it.').waitFor();
  expect(await page.locator('form button[type=submit]').count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('who administers is offered what the owner is offered, on every page', async () => {
  const [own, other] = [await openPage(browser), await openPage(browser)];
  await haveSession(own.page, acequia.url);
  await haveSession(other.page, acequia.url, admin.email);
  const [listener] = await api.call<Made[]>('GET', '/listeners');
  const [datasink] = await api.call<Made[]>('GET', '/datasinks');
  /** What can be pressed or filled in, by name; what a page says of its reader, and what stands in the events of a preview, is left out. */
  const offered = async (page: Page) => {
    const controls = await page
      .locator('a:visible, button:visible, input:visible, textarea:visible, [role=tab]:visible, [role=combobox]:visible')
      .evaluateAll((found) =>
        found.flatMap((each) => {
          if (each.closest('.pe-preview')) return [];
          const label = each instanceof HTMLInputElement ? each.labels?.[0]?.textContent : each.textContent;
          const name = each.getAttribute('aria-label') ?? label;
          return `${each.tagName} ${name ?? ''}${each.hasAttribute('disabled') ? ' (off)' : ''}`;
        }),
      );
    // Each has an account and sessions of their own, and sees the other; the installation is its operator's.
    return controls
      .filter((control) => !/Account of|End (?:all other sessions|the session)|Allowed addresses|has “.+” open/.test(control))
      .map((control) => control.replaceAll(/\d[\d.,:]*/g, '#'));
  };
  for (const path of [
    '/home',
    '/listeners',
    `/listeners/${listener!.id}`,
    `/listeners/${listener!.id}/edit`,
    '/listeners/create/type',
    '/listeners/create?type=tcp',
    '/datasinks',
    `/datasinks/${datasink!.id}`,
    `/datasinks/${datasink!.id}/edit`,
    '/datasinks/create?type=http',
    '/pipelines',
    '/pipelines/create',
    `/pipelines/${pipeline.id}/Main?node=parser-1`,
    '/home?section=your_preferences&option=email_password',
    '/home?section=organization_settings&option=secrets_management',
  ]) {
    for (const { page } of [own, other]) {
      await page.goto(acequia.url + path);
      await settled(page);
    }
    const difference = async () => {
      const [theirs, owners] = [await offered(other.page), await offered(own.page)];
      return theirs.length > 3 ? [...theirs, ...owners].filter((each) => !theirs.includes(each) || !owners.includes(each)) : ['nothing'];
    };
    await expect.poll(difference, { timeout: 20_000, message: path }).toEqual([]);
  }
  expect(other.complaints).toEqual([]);
  await Promise.all([own.context.close(), other.context.close()]);
});

test('many tabs left in the background do not take the connections of the one in front', async () => {
  const { page, context } = await openPage(browser);
  await haveSession(page, acequia.url);
  for (let tab = 0; tab < 4; tab += 1) {
    const back = tab === 0 ? page : await context.newPage();
    await back.goto(`${acequia.url}/pipelines/${pipeline.id}/Main`);
    await settled(back);
    // A browser without a window counts every tab as visible; this is what it says to a tab in the background.
    await back.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  }
  const front = await context.newPage();
  await front.goto(`${acequia.url}/listeners`);
  await front.getByText('Web servers', { exact: true }).first().waitFor();

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await api.call('PATCH', `/pipelines/${pipeline.id}`, { id: pipeline.id, name: 'Renamed meanwhile', description: '', tags: [] });
  await page.getByRole('heading', { name: 'Renamed meanwhile', level: 1 }).waitFor();
  await context.close();
});

test('windows side by side share one stream: all stay live, another takes over, and a log-out ends them all', async () => {
  const { page, context } = await openPage(browser);
  const open = new Map<Request, Page>();
  context.on('request', (request) => {
    if (/\/rpc\/(metrics\/watchLive|pipelines\/watchStatus)$/.test(request.url())) open.set(request, request.frame().page());
  });
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  const streams = () => [...open].filter(([, holder]) => !holder.isClosed());
  await haveSession(page, acequia.url);
  const windows = [page];
  while (windows.length < 8) windows.push(await context.newPage());
  for (const one of windows) {
    await one.goto(`${acequia.url}/datasinks`);
    await one.getByText('Count only', { exact: true }).first().waitFor();
  }
  await eventually('one connection for each of the two streams', () => (streams().length === 2 ? true : undefined));

  const rename = async (name: string) => {
    const [{ id, revision }] = await api.call<[Made & { readonly revision: number }]>('GET', '/datasinks');
    await api.call('PUT', `/datasinks/${id}`, { id, revision, name, description: '', tags: [], config: {} });
  };
  await rename('Counted by all');
  for (const one of windows) await one.getByText('Counted by all', { exact: true }).first().waitFor();

  for (const [, leader] of streams()) if (!leader.isClosed()) await leader.close();
  const left = windows.filter((one) => !one.isClosed());
  expect(left.length).toBeLessThan(windows.length);
  await eventually('the next window has taken over', () => (streams().length === 2 ? true : undefined));
  await rename('Count only');
  for (const one of left) await one.getByText('Count only', { exact: true }).first().waitFor();

  await left[0]!.getByRole('button', { name: /Account of/ }).click();
  await left[0]!.getByRole('menuitem', { name: 'Log out' }).click();
  for (const one of left) await one.waitForURL(`${acequia.url}/login**`);
  await eventually('no stream is left', () => (streams().length === 0 ? true : undefined));
  await context.close();
});

test('the server goes away and comes back: the page says so, keeps what was done, and goes on by itself', async () => {
  const { page, context } = await openPage(browser);
  await haveSession(page, acequia.url);
  await page.goto(`${acequia.url}/pipelines/${pipeline.id}/Main?node=parser-1&tab=notes`);
  await settled(page);
  expect(await acequia.stop()).toBe(0);
  await page.getByText('Live numbers are paused').first().waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('Written while the server was away');
  await page.getByText('Offline', { exact: true }).waitFor();

  acequia = await startAcequia({ dataDirectory: acequia.dataDirectory, port: Number(new URL(acequia.url).port) });
  await eventually('the note in the stored draft', async () => {
    const draft = await api.call<unknown>('GET', `/pipelines/${pipeline.id}/versions/Main`);
    return JSON.stringify(draft).includes('Written while the server was away') ? true : undefined;
  });
  await page.getByText('Live numbers are paused').first().waitFor({ state: 'detached' });
  await page.getByText('Offline', { exact: true }).waitFor({ state: 'detached' });
  await context.close();
});
