import { dayMs, hourMs } from '@acequia/base';
import type { Page } from 'playwright-core';
import { eventually } from '../../tests/e2e/harness/acequia.ts';
import type { Api } from '../../tests/e2e/harness/api.ts';
import { settled } from '../../tests/e2e/harness/survey.ts';

/** An installation with the demo: the page and `api` have each a session in its organization, or both in the owner's own. */
export interface Stage {
  readonly url: string;
  readonly api: Api;
}

/** A picture of README or a guide. */
export interface Picture {
  /** Its file in docs/images. */
  readonly file: string;
  readonly theme: 'light' | 'dark';
  readonly organization: 'demo' | 'own';
  /** Of the window in pixels, in place of 900. */
  readonly heightPx?: number;
  /** Folders and files of the code that draws it: when one changes, the picture is stale. */
  readonly sources: readonly string[];
  /** Brings the page to what is to be seen. */
  readonly open: (page: Page, stage: Stage) => Promise<void>;
}

const frame = [
  'apps/console/src/app/frame',
  'apps/console/src/main.css',
  'packages/ui/src',
  'apps/server/src/modules/tenants/demo-content.ts',
];
const console = (...parts: string[]): string[] => [...parts.map((part) => `apps/console/src/${part}`), ...frame];

const home = console('features/home', 'blocks/event-account', 'blocks/charts', 'blocks/size-change');
const editor = console('features/pipeline-editor', 'blocks/live', 'blocks/field-offers');
const datasinks = console('features/datasinks', 'blocks/object-state', 'blocks/list', 'blocks/charts');

interface Row {
  readonly id: string;
  readonly name: string;
}

async function idOf(api: Api, path: string, name: RegExp): Promise<string> {
  const rows = await api.call<readonly Row[]>('GET', path);
  const row = rows.find((one) => name.test(one.name));
  if (row === undefined) throw new Error(`the demo has no ${name} among ${path}: ${rows.map((one) => one.name).join(', ')}`);
  return row.id;
}

/** The whole demo as one flow, with the saving of the costly data sink. */
async function openFlow(page: Page, { url, api }: Stage): Promise<void> {
  await eventually('the oldest hour of the recorded day, which is written last', async () => {
    const from = Date.now() - dayMs;
    const { listeners } = await api.call<{ readonly listeners: object }>('GET', `/metrics/totals?from=${from}&to=${from + hourMs}`);
    return Object.keys(listeners).length > 0 ? true : undefined;
  });
  await page.goto(`${url}/home`);
  const saving = () => page.getByRole('row', { name: /SIEM/ }).innerText();
  await eventually('the saving', async () => (/−6\d/.test(await saving()) ? true : undefined), 180_000);
  await settled(page);
}

/** The step that masks, with events before and after it. */
async function openEditor(page: Page, { url, api }: Stage): Promise<void> {
  const id = await idOf(api, '/pipelines', /mask/i);
  await page.goto(`${url}/pipelines/${id}/Main?node=mask`);
  await page.getByRole('table', { name: 'Events of the preview' }).getByRole('row').nth(5).waitFor();
  await settled(page);
}

/** What a draft would have delivered beside the version that runs. */
async function openShadowRun(page: Page, { url, api }: Stage): Promise<void> {
  const id = await idOf(api, '/pipelines', /mask/i);
  await page.goto(`${url}/pipelines/${id}/Main?testing=shadow`);
  await page.getByText('end differently').click();
  await settled(page);
}

/** A destination that is away: since when, why, what waits, and the next try. */
async function openOutage(page: Page, { url, api }: Stage): Promise<void> {
  const id = await idOf(api, '/datasinks', /Alert desk/);
  await page.goto(`${url}/datasinks/${id}`);
  await page.getByRole('dialog').getByText('Next try').first().waitFor({ timeout: 240_000 });
  await page
    .getByRole('dialog')
    .getByText(/EPS|events in 24 h/)
    .first()
    .waitFor();
  await settled(page);
}

/** A source that was just set up, with the command that sends a first event to it. */
async function openGetStarted(page: Page, { url }: Stage): Promise<void> {
  await page.goto(`${url}/get-started`);
  await page.getByRole('button', { name: 'Set up HTTP' }).click();
  await page.getByText(/Acequia is listening on port \d+/).waitFor();
  await settled(page);
}

const inBoth = (name: string, rest: Omit<Picture, 'file' | 'theme'>): readonly Picture[] => [
  { file: `${name}.png`, theme: 'light', ...rest },
  { file: `${name}-dark.png`, theme: 'dark', ...rest },
];

/** Every picture of README and the guides. */
export const pictures: readonly Picture[] = [
  ...inBoth('flow', { organization: 'demo', heightPx: 1240, sources: home, open: openFlow }),
  ...inBoth('editor', { organization: 'demo', sources: editor, open: openEditor }),
  { file: 'shadow-run.png', theme: 'light', organization: 'demo', sources: editor, open: openShadowRun },
  { file: 'outage.png', theme: 'light', organization: 'demo', sources: datasinks, open: openOutage },
  { file: 'get-started.png', theme: 'light', organization: 'own', sources: console('features/get-started'), open: openGetStarted },
];
