import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { Api } from './harness/api.ts';
import { haveSession } from './harness/browser.ts';
import { createListener, type Made } from './harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';
import { looks, useHouse } from './harness/house.ts';
import { surveyPage } from './harness/survey.ts';
import { insertNeighbour, neighbour } from './harness/viewer.ts';

const house = useHouse('refusals');
let listener: Made;
let port: number;

beforeAll(async () => {
  port = await freePort();
  const secret = await house.api.call<Made>('POST', '/secrets', {
    name: 'web',
    description: 'of the web servers',
    tags: [],
    value: 'the-right-token',
    expirationDate: Date.now() + 86_400_000,
  });
  listener = await createListener(house.api, 'Front door', 'http', { port, auth: 'bearer', tokens: [{ name: 'web', token: secret.id }] });
});

/** Sends with a token that is wrong; gives the answer's status. */
const sendWrong = (localAddress: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer wrong' };
    request({ host: '127.0.0.1', port, localAddress, method: 'POST', headers, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    })
      .on('error', reject)
      .end('x');
  });

const words = {
  en: {
    title: 'Refused 6 times in the last hour',
    reason: 'Wrong or missing token, password or signature',
    alert: 'Front door is turning senders away',
  },
  es: {
    title: '6 rechazos en la última hora',
    reason: 'Token, contraseña o firma incorrectos o ausentes',
    alert: 'Front door rechaza emisores',
  },
} as const;

test('six wrong tokens are seen at the listener with their addresses, many raise an alert, and nobody else hears of it', async () => {
  for (let time = 0; time < 5; time++) expect(await sendWrong('127.0.0.7')).toBe(401);
  expect(await sendWrong('127.0.0.9')).toBe(401);
  for (const look of looks) {
    const { page, context } = await house.open(look);
    await house.prefer(look);
    await haveSession(page, house.url);
    await page.goto(`${house.url}/listeners/${listener.id}`);
    const drawer = page.getByRole('dialog', { name: listener.name });
    await drawer.getByText(words[look.language].title).waitFor({ timeout: 60_000 });
    await drawer.getByText(words[look.language].reason).waitFor();
    await drawer.getByText('127.0.0.7 (5), 127.0.0.9 (1)').waitFor();
    expect(await surveyPage(page)).toEqual([]);
    await context.close();
  }

  for (let time = 0; time < 20; time++) await sendWrong('127.0.0.7');
  const alert = await eventually('an alert', async () => {
    const alerts = await house.api.call<{ data: { message: { code: string; fields: Record<string, unknown> } }[] }>('GET', '/alerts');
    return alerts.data.find(({ message }) => message.code === 'SENDERS_REFUSED')?.message.fields;
  });
  expect(alert).toMatchObject({ name: 'Front door', address: '127.0.0.7' });
  await house.prefer(looks[0]);
  const { page, context } = await house.open(looks[0]);
  await haveSession(page, house.url);
  await page.goto(`${house.url}/alerts`);
  await page.getByRole('link', { name: words.en.alert }).click();
  await page.getByRole('dialog', { name: listener.name }).waitFor();
  await context.close();

  await insertNeighbour(house.acequia.dataDirectory);
  const nora = new Api(house.url);
  await nora.login(neighbour.email);
  expect(await nora.call('GET', '/listeners')).toEqual([]);
  expect(await nora.call('GET', '/health/parts')).toEqual([]);
  expect(JSON.stringify(await nora.call('GET', '/alerts'))).not.toContain('127.0.0.7');
});
