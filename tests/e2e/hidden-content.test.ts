import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession } from './harness/browser.ts';
import { freePort } from '@acequia/testkit/free-port';
import { looks, useHouse, type Look } from './harness/house.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { admin, insertAdmin, insertViewer, viewer } from './harness/viewer.ts';
import { datasinkNode, documentOf, labelNode, openWorkbench } from './harness/workbench.ts';

/** With what JSON, URLs, forms and HTML escape. */
const token = 'tok/9&q<7>+z=Ax~41';
const password = 'pa"ss\\9&w<7> +ñ=%41';
const user = 'sender';
const payment = 'card-4111-1111';

const house = useHouse('hidden-content');
const vera = { email: viewer.email, api: undefined as unknown as Api };
let destination: Server;
let datasinks: { readonly refuses: string; readonly unauthorized: string };
let pipeline: string;
let listener: string;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const each = (text: string, of: (unit: string) => string) => [...text].map(of).join('');
const hex = (text: string, length: number) => text.codePointAt(0)!.toString(16).padStart(length, '0');

/** How somebody may write a text who escapes only what must be, and one who escapes everything. */
const escapesOf = (text: string): readonly string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  each(text, (unit) => String.raw`\u${hex(unit, 4)}`),
  encodeURIComponent(text),
  new URLSearchParams({ v: text }).toString().slice(2),
  each(text, (unit) => [...Buffer.from(unit)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  each(text, (unit) => `&#${unit.codePointAt(0)};`),
  each(text, (unit) => `&#x${hex(unit, 1)};`),
];
const sent = [token, password, base64(`${user}:${password}`), base64(token), base64(password)];
const given = [...new Set(sent.flatMap((text) => [...escapesOf(text), ...escapesOf(JSON.stringify(text).slice(1, -1))]))];

/** Answers 400 or 401, by its path, with the header `Authorization` in one escape or another, and with the event. */
async function startDestination(): Promise<Server> {
  let count = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const header = request.headers.authorization ?? '';
      const value = header.slice(header.indexOf(' ') + 1);
      const plain = header.startsWith('Basic')
        ? Buffer.from(value, 'base64')
            .toString()
            .slice(user.length + 1)
        : value;
      const quoted = [value, plain].flatMap(escapesOf);
      count += 1;
      const answer = `Refused ${quoted[count % quoted.length]} of ${quoted[(count * 7 + 3) % quoted.length]} for ${body}`;
      response.writeHead(request.url === '/unauthorized' ? 401 : 400).end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const events = 20;
const openLetters = async (by: Api) =>
  (await by.call<{ letters: { id: string; response: string | null }[] }>('GET', '/dead-letters?limit=200')).letters;

beforeAll(async () => {
  destination = await startDestination();
  const bench = await openWorkbench(house.acequia, house.api);
  await insertViewer(house.acequia.dataDirectory);
  await insertAdmin(house.acequia.dataDirectory);
  vera.api = new Api(house.url);
  await vera.api.login(vera.email);
  const port = await freePort();
  listener = await bench.listener('http', { bind: '127.0.0.1', port });
  const baseUrl = `http://127.0.0.1:${(destination.address() as AddressInfo).port}`;
  const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '1s' };
  datasinks = {
    refuses: await bench.datasink('http', { baseUrl, auth: 'bearer', token: await bench.secret(token) }),
    unauthorized: await bench.datasink('http', { baseUrl, auth: 'basic', username: user, password: await bench.secret(password), retry }),
  };
  pipeline = await bench.pipeline(
    documentOf(
      [
        labelNode('in', listener),
        datasinkNode('refuses', datasinks.refuses, 'http', { url: '/refuses', maxEvents: 1 }),
        datasinkNode('unauthorized', datasinks.unauthorized, 'http', { url: '/unauthorized', maxWait: '50ms' }),
      ],
      ['in>refuses', 'in>unauthorized'],
    ),
  );
  const body = Array.from({ length: events }, (_, n) => JSON.stringify({ n, payment })).join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status).toBe(200);
  await eventually('the letters', async () => ((await openLetters(house.api)).length === events ? true : undefined));
  await eventually('the refused login', async () => ((await lastErrorOf(house.api)).code === 'HTTP_401' ? true : undefined));
});
afterAll(() => void destination?.close());

const lastErrorOf = async (by: Api) => {
  const { status } = await by.call<{ status: { lastError: { code: string; fields: Record<string, unknown> } | null } }>(
    'GET',
    `/datasinks/${datasinks.unauthorized}`,
  );
  return status.lastError ?? { code: '', fields: {} };
};

/** Every text in a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
const givesAway = (texts: readonly string[]) => given.filter((form) => texts.some((text) => text.includes(form)));

/** Where a viewer may read something about what was sent. */
async function readByApi(): Promise<ReadonlyMap<string, unknown>> {
  const letters = await openLetters(vera.api);
  const paths = [
    '/dead-letters?limit=200',
    '/dead-letters/causes',
    ...letters.slice(0, 5).map(({ id }) => `/dead-letters/${id}`),
    '/datasinks',
    ...Object.values(datasinks).flatMap((id) => [`/datasinks/${id}`, `/datasinks/${id}/attempts`, `/datasinks/${id}/versions`]),
    '/health/parts',
    '/alerts',
    '/pipelines',
    `/pipelines/${pipeline}/versions/1.0.0`,
    '/listeners',
  ];
  const read = new Map<string, unknown>();
  for (const path of paths) read.set(path, await vera.api.call('GET', path));
  for (const format of ['csv', 'ndjson']) read.set(format, await vera.api.call('POST', '/dead-letters/export', { format }));
  return read;
}

/** What somebody sees at an address, once this is there. */
async function seen(email: string, look: Look, path: string, wait: string | RegExp): Promise<string> {
  const { page, context, complaints } = await house.open(look);
  await haveSession(page, house.url, email);
  await page.goto(house.url + path);
  await page.getByText(wait).first().waitFor();
  await settled(page);
  const text = await page.locator('body').evaluate((body) => `${body.innerHTML} ${body.textContent}`);
  const found = await surveyPage(page);
  await context.close();
  expect([path, found, complaints]).toEqual([path, [], []]);
  return text;
}

describe('a destination that says the header Authorization again', () => {
  test('gives the secret away in no answer that a viewer gets', async () => {
    for (const [path, value] of await readByApi()) {
      expect([path, givesAway([JSON.stringify(value), ...textsOf(value)])]).toEqual([path, []]);
    }
    const responses = (await openLetters(vera.api)).map(({ response }) => response ?? '');
    expect(responses.filter((text) => /^Refused •••.* for .*card-4111/s.test(text))).toHaveLength(events);
    expect(String((await lastErrorOf(vera.api)).fields['message'])).toMatch(/^Refused •••/);
  });

  test('gives it away on no page of a viewer', async () => {
    const [letter] = await openLetters(vera.api);
    const pages: readonly (readonly [path: string, wait: string | RegExp])[] = [
      ['/dead-letters', payment],
      [`/dead-letters?letter=${letter!.id}`, /Refused •••/],
      [`/datasinks/${datasinks.unauthorized}`, /Refused •••/],
      [`/datasinks/${datasinks.refuses}`, 'Overview'],
      ['/health', /Refused •••/],
      ['/alerts', /http 5/],
    ];
    for (const [path, wait] of pages) expect([path, givesAway([await seen(viewer.email, looks[0], path, wait)])]).toEqual([path, []]);
  });
});

describe('an organization that hides event contents from viewers', () => {
  const hidden = { en: 'Event contents are hidden from viewers', es: 'El contenido de los eventos está oculto para los lectores' };
  const show = async (enabled: boolean) => {
    const { tenant } = await house.api.call<{ tenant: { id: string } }>('GET', '/auth/session');
    await house.api.call('PATCH', `/tenants/${tenant.id}/settings`, { settings: [{ settingType: 'CONTENT', value: { enabled } }] });
  };

  test('shows a viewer the figures and why the rest is missing, in both languages; an admin and the owner see all', async () => {
    await show(false);
    for (const look of looks) {
      await vera.api.call('PATCH', '/auth/preferences', { theme: look.theme, language: look.language });
      // Letters are named by the ids of their events, which begin with the listener's.
      const letters = await seen(viewer.email, look, '/dead-letters', new RegExp(`^${listener}\\.`));
      const history = await seen(viewer.email, look, `/datahistory?listener=${listener}`, hidden[look.language]);
      for (const text of [letters, history]) expect([text.includes(hidden[look.language]), text.includes(payment)]).toEqual([true, false]);
      expect(await seen(viewer.email, look, `/datasinks/${datasinks.unauthorized}`, /401/)).not.toContain('Refused');
    }
    const { id } = (await openLetters(house.api))[0]!;
    expect((await vera.api.refusal('GET', `/dead-letters/${id}`)).code).toBe('ACQ-CONTENT-HIDDEN');
    expect((await lastErrorOf(vera.api)).fields['message']).toBeUndefined();
    const letters = await seen(admin.email, looks[0], '/dead-letters', payment);
    expect(letters).not.toContain(hidden.en);
    expect(await seen(admin.email, looks[0], `/datasinks/${datasinks.unauthorized}`, /Refused •••/)).toContain('Refused');
    expect(String((await lastErrorOf(house.api)).fields['message'])).toContain('Refused');
  });

  test('shows a viewer all again when it is turned on', async () => {
    await show(true);
    await vera.api.call('PATCH', '/auth/preferences', { theme: 'dark', language: 'en' });
    expect(await seen(viewer.email, looks[0], '/dead-letters', payment)).not.toContain(hidden.en);
  });
});
