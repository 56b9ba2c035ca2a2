import { afterAll, expect, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { owner } from './harness/api.ts';
import { haveSession, logIn } from './harness/browser.ts';
import { createDatasink } from './harness/content.ts';
import { useHouse } from './harness/house.ts';
import { startReportReceiver, type Report } from './harness/report-receiver.ts';
import { settled } from './harness/survey.ts';

const receiver = await startReportReceiver();
afterAll(() => receiver.close());
const house = useHouse('reports', { env: { ACEQUIA_ERROR_REPORTING: 'true', ACEQUIA_ERROR_REPORTING_DSN: receiver.dsn } });

interface Told {
  readonly level?: string;
  readonly release?: string;
  readonly transaction?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly exception?: { readonly values: readonly { readonly type: string; readonly value: string }[] };
}
const arrived = (what: string, fits: (told: Told) => boolean, type = 'event'): Promise<Told> =>
  eventually(what, () => receiver.reports.map(told).find((each, index) => receiver.reports[index]!.type === type && fits(each)));
const told = ({ payload }: Report): Told => payload as Told;
const says = (text: string) => (each: Told) => each.exception?.values.some(({ value }) => value.includes(text)) === true;

test('an error of the console arrives at the operator’s receiver with its trace and its replay, and nothing people read, wrote or asked for', async () => {
  await createDatasink(house.api, 'Payroll vault', 'null', {});
  const { page, context, complaints } = await house.open();
  await haveSession(page, house.url);
  await page.goto(`${house.url}/datasinks?search=vault`);
  await settled(page);
  await page.getByText('Payroll vault').first().waitFor();
  await page.getByRole('searchbox').first().fill('typed by hand');

  await page.evaluate(() => setTimeout(() => void JSON.parse('Payroll vault, spoilt'), 0));
  const defect = await arrived('the defect', says('is not valid JSON'));
  expect(defect.level ?? 'error').toBe('error');
  expect(defect.release).toBe('v2.103.0');
  await eventually('the replay of the session with the error', () =>
    receiver.reports.some(({ type, payload }) => type === 'replay_recording' && /"type":2\b/.test(String(payload))) ? true : undefined,
  );
  await arrived('the trace of the page', ({ transaction }) => transaction === '/datasinks', 'transaction');

  await page.route('**/rpc/datasinks/list?**', (route) => route.abort());
  await page.evaluate(() => fetch('/rpc/datasinks/list?token=zq81-asked', { method: 'POST', body: 'sent along' }).catch(() => undefined));
  const failed = await arrived('the failed fetch', says('Failed to fetch'));
  expect([failed.level, failed.tags?.['fetch']]).toEqual(['warning', 'failed']);

  for (const hidden of ['Payroll', 'vault', 'typed by hand', 'sent along', 'zq81-asked', owner.email, owner.password, 'spoilt'])
    expect([hidden, receiver.wire().includes(hidden)]).toEqual([hidden, false]);
  expect(complaints.filter((each) => each.startsWith('CSP'))).toEqual([]);
  await context.close();
});

test('the error screen reports what led to it, when the reporting itself comes after it', async () => {
  const { page, context } = await house.open();
  await logIn(page, house.url);
  const { promise: shown, resolve: show } = Promise.withResolvers<void>();
  await page.route('**/assets/start-*.js', (route) => shown.then(() => route.continue()));
  await page.route('**/rpc/auth/session', (route) => route.fulfill({ status: 503, contentType: 'application/json', body: '{}' }));
  await page.goto(`${house.url}/home`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  show();
  await arrived('the error behind the screen', ({ exception }) => exception?.values.some(({ type }) => type === 'OperationError') === true);
  const failed = await arrived('the failed answer', says('answered 503'));
  expect([failed.level, failed.tags?.['fetch']]).toEqual(['warning', 'failed']);
  await context.close();
});
