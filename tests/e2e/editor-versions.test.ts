import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from './harness/acequia.ts';
import { createDatasink, createGenerator, createPipeline, forkDocument, publishDraft, type Made } from './harness/content.ts';
import { card, openEditor, toast, useEditorHouse } from './harness/editor.ts';
import { joinSecondCluster } from './harness/second-cluster.ts';
import { settled, surveyPage } from './harness/survey.ts';
import { datasinkNode, documentOf, labelNode } from './harness/workbench.ts';
import { writtenFile } from './harness/written-file.ts';

const editor = useEditorHouse('versions');

interface Node {
  readonly id: string;
  readonly name?: string;
  readonly config?: Record<string, unknown>;
}

interface Draft {
  readonly revision: number;
  readonly document: { readonly format: 1; readonly nodes: readonly Node[]; readonly links: readonly unknown[] };
}

const draftOf = (pipeline: string, version = 'Main'): Promise<Draft> =>
  editor.house.api.call('GET', `/pipelines/${pipeline}/versions/${version}`);
const nodeOf = (draft: Draft, id: string) => draft.document.nodes.find((node) => node.id === id);

/** What another person does meanwhile: the newest draft with a node changed. */
async function saveElsewhere(pipeline: string, id: string, change: object): Promise<void> {
  const { revision, document } = await draftOf(pipeline);
  const nodes = document.nodes.map((node) => (node.id === id ? { ...node, ...change } : node));
  await editor.house.api.call('PUT', `/pipelines/${pipeline}/draft`, { id: pipeline, revision, document: { ...document, nodes } });
}

/** Does something between an edit on the page and its arrival at the server, once. */
const beforeNextSave = (page: Page, run: () => Promise<void>) =>
  page.route(
    '**/rpc/pipelines/saveDraft',
    async (route) => {
      await run();
      await route.continue();
    },
    { times: 1 },
  );

const running = (pipeline: string, version: string) =>
  eventually(`v${version} running`, async () =>
    (await editor.house.api.call<{ runningVersion: string | null }>('GET', `/pipelines/${pipeline}`)).runningVersion === version
      ? true
      : undefined,
  );

test('two people edit one draft: what does not touch is merged, what does is asked', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Together', forkDocument(editor.listener.id, editor.datasink.id));
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/Main?node=parser-1&tab=notes`);
  await beforeNextSave(page, () => saveElsewhere(pipeline.id, 'conditional-1', { name: 'By status' }));
  await page.getByRole('textbox', { name: 'Note' }).fill('Pairs of the proxy');
  await toast(page, 'Merged with the changes of Ana Ríos').waitFor();
  await card(page, 'Conditional By status').waitFor();
  const merged = await eventually('both edits stored', async () => {
    const draft = await draftOf(pipeline.id);
    return JSON.stringify(nodeOf(draft, 'parser-1')).includes('Pairs of the proxy') ? draft : undefined;
  });
  expect(nodeOf(merged, 'conditional-1')).toMatchObject({ name: 'By status' });

  await page.unroute('**/rpc/pipelines/saveDraft');
  await beforeNextSave(page, () => saveElsewhere(pipeline.id, 'parser-1', { comment: 'Theirs' }));
  await page.getByRole('textbox', { name: 'Note' }).fill('Mine');
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this draft' });
  await dialog.getByText(/Ana Ríos saved this draft while you were editing/).waitFor();
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: join(import.meta.dirname, '../../.cache/screenshots/conflict.png') });
  await dialog.getByRole('radio', { name: /^Ana Ríos/ }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('textbox', { name: 'Note' }).inputValue(), { timeout: 60_000 }).toBe('Theirs');
  await context.close();
});

test('history: the difference, one click back and forth, a version copied into the draft, a pause with its reason', async () => {
  const spare = await createDatasink(editor.house.api, 'Spare', 'null', {});
  const pipeline = await createPipeline(editor.house.api, 'Versions', forkDocument(editor.listener.id, spare.id));
  await publishDraft(editor.house.api, pipeline.id);
  await saveElsewhere(pipeline.id, 'parser-1', { name: 'Pairs', config: { mode: 'kv', onFail: 'error' } });
  await publishDraft(editor.house.api, pipeline.id);
  await running(pipeline.id, '1.1.0');

  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main?history=1.1.0`);
  const history = page.getByRole('dialog', { name: 'Version history' });
  await history.getByRole('img', { name: 'Drawing of the difference, 1 step marked' }).waitFor();
  await history.getByRole('listitem').filter({ hasText: 'Pairs' }).first().waitFor();
  await settled(page);
  await page.screenshot({ path: join(import.meta.dirname, '../../.cache/screenshots/history.png') });

  await history.getByRole('button', { name: /^v1\.0\.0/ }).click();
  await history.getByRole('button', { name: 'Roll back to v1.0.0' }).click();
  await running(pipeline.id, '1.0.0');
  await history.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo', exact: true }).click();
  await running(pipeline.id, '1.1.0');

  await saveElsewhere(pipeline.id, 'parser-1', { name: 'Not published' });
  await card(page, 'Parser Not published').waitFor();
  await page.getByRole('button', { name: /^Draft/ }).click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  await history.getByRole('button', { name: /^Draft Ana Ríos/ }).waitFor();
  await history.getByRole('button', { name: /^v1\.0\.0/ }).click();
  await history.getByRole('button', { name: 'Copy into the draft' }).click();
  await page
    .getByRole('dialog', { name: 'Copy v1.0.0 into the draft?' })
    .getByText(/This overwrites your draft/)
    .waitFor();
  await page.getByRole('dialog', { name: 'Copy v1.0.0 into the draft?' }).getByRole('button', { name: 'Copy into the draft' }).click();
  const kept = history.getByRole('button', { name: /^Draft \d+/ });
  await kept.waitFor();
  expect((await draftOf(pipeline.id)).document.nodes).toEqual((await draftOf(pipeline.id, '1.0.0')).document.nodes);
  await kept.click();
  await history.getByRole('listitem').filter({ hasText: 'Not published' }).first().waitFor();
  await history.getByRole('button', { name: 'Close', exact: true }).click();
  await card(page, 'Parser').waitFor();

  await editor.house.api.call('DELETE', `/datasinks/${spare.id}`, { id: spare.id, confirmUsed: true });
  await page.getByRole('button', { name: 'Paused' }).click();
  await page.getByText('v1.1.0 is stopped').waitFor();
  await page.getByText(/Spare/).first().waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('removing a used label or listener names its pipelines first, and pauses them with the reason', async () => {
  const { api, url } = editor.house;
  const listener = await createGenerator(api, 'Short-lived', 5);
  const condition = { form: 'visual', ast: { field: 'message', op: 'contains', value: 'GET' } };
  const label = await api.call<Made>('POST', '/labels', { listenerId: listener.id, name: 'Gets', description: '', condition });
  const runs = async (name: string, labelId: string) => {
    const nodes = [labelNode('start', listener.id, labelId), datasinkNode('end', editor.datasink.id, 'null', {})];
    const made = await createPipeline(api, name, documentOf(nodes, ['start>end']));
    await publishDraft(api, made.id);
    await running(made.id, '1.0.0');
    return made;
  };
  const byLabel = await runs('By its label', label.id);
  const byListener = await runs('By its listener', 'all');
  const { page, context, complaints } = await openEditor(editor.house, byLabel.id);
  const removal = (name: string) => page.getByRole('dialog', { name: `Delete ${name}?` });
  const paused = async (pipeline: Made, why: RegExp) => {
    await page.goto(`${url}/pipelines/${pipeline.id}`);
    await page.getByRole('button', { name: 'Paused' }).click();
    await page.getByText('v1.0.0 is stopped').waitFor();
    await page.getByText(why).first().waitFor();
  };

  await page.goto(`${url}/listeners/${listener.id}?tab=labels`);
  await page.getByRole('button', { name: 'Delete label Gets' }).click();
  await removal('Gets').getByRole('link', { name: 'By its label' }).waitFor();
  expect(await removal('Gets').getByRole('link', { name: 'By its listener' }).count()).toBe(0);
  await removal('Gets').getByRole('button', { name: 'Stop and delete' }).click();
  await removal('Gets').waitFor({ state: 'detached' });
  await paused(byLabel, /“Gets” was removed/);

  await page.goto(`${url}/listeners/${listener.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Actions of Short-lived' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  await removal('Short-lived').getByRole('link', { name: 'By its listener' }).waitFor();
  await removal('Short-lived').getByRole('button', { name: 'Stop and delete' }).click();
  await page.waitForURL(`${url}/listeners`);
  await paused(byListener, /“Short-lived” was removed/);
  expect(complaints).toEqual([]);
  await context.close();
});

test('in two clusters: published to one, then to both, taken back in one alone; each worker runs what its cluster was given, and home draws it there', async () => {
  const { api, acequia } = editor.house;
  const far = await joinSecondCluster(editor.house, 'far');
  onTestFinished(async () => void (await far.stop()));
  const archive = await createDatasink(api, 'Two archives', 'file', { root: 'files' });
  const out = datasinkNode('out', archive.id, 'file', { path: 'first.ndjson' });
  const pipeline = await createPipeline(
    api,
    'In two places',
    documentOf([labelNode('start', editor.listener.id, 'all'), out], ['start>out']),
  );
  const folders = { far: far.files, local: join(acequia.dataDirectory, 'files') };
  const size = (cluster: keyof typeof folders, file: string) => {
    const path = writtenFile(folders[cluster], file);
    return existsSync(path) ? readFileSync(path).length : 0;
  };
  const grows = async (cluster: keyof typeof folders, file: string) => {
    const before = size(cluster, file);
    await eventually(`${file} in ${cluster} growing`, () => (size(cluster, file) > before ? true : undefined));
  };
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const publishing = page.getByRole('dialog', { name: 'Publish In two places' });
  const runningIn = page.getByRole('dialog', { name: 'Running in' });
  const place = (cluster: string, version: string) =>
    runningIn
      .getByRole('listitem')
      .filter({ hasText: `${cluster} v${version}` })
      .waitFor();

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await publishing.getByText('Choose at least one cluster.').waitFor();
  await publishing.getByRole('checkbox', { name: 'far' }).click();
  await publishing.getByText('Starts in far.').waitFor();
  await publishing.getByRole('button', { name: 'Publish v1.0.0' }).click();
  await page.getByRole('button', { name: 'v1.0.0 in 1 cluster' }).click();
  await place('far', '1.0.0');
  await grows('far', 'first.ndjson');
  expect(size('local', 'first.ndjson')).toBe(0);
  await page.keyboard.press('Escape');

  await saveElsewhere(pipeline.id, 'out', { name: 'Second file', config: { path: 'second.ndjson' } });
  await page
    .getByRole('group', { name: /Second file/ })
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await publishing.getByRole('checkbox', { name: 'local' }).click();
  await publishing.getByText('Starts in local.').waitFor();
  await publishing.getByText(/^Replaces v1\.0\.0 in far/).waitFor();
  await publishing.getByRole('button', { name: 'Publish v1.1.0' }).click();
  await page.getByRole('button', { name: 'v1.1.0 in 2 clusters' }).waitFor();
  await grows('far', 'second.ndjson');
  await grows('local', 'second.ndjson');

  await page.getByRole('button', { name: 'v1.1.0 in 2 clusters' }).click();
  await runningIn.getByRole('button', { name: 'Roll back to v1.0.0 in far' }).click();
  await runningIn.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'v1.1.0 in 1 of 2 clusters' }).click();
  await place('far', '1.0.0');
  await place('local', '1.1.0');
  expect(await surveyPage(page)).toEqual([]);
  await page.screenshot({ path: join(import.meta.dirname, '../../.cache/screenshots/two-clusters.png') });
  await grows('far', 'first.ndjson');
  await grows('local', 'second.ndjson');
  expect(size('local', 'first.ndjson')).toBe(0);

  await page.goto(`${editor.house.url}/pipelines/${pipeline.id}/Main?history=1.1.0`);
  const history = page.getByRole('dialog', { name: 'Version history' });
  await history.getByRole('button', { name: /^v1\.1\.0.* · local$/ }).waitFor();
  await history.getByRole('button', { name: /^v1\.0\.0.* · far$/ }).waitFor();

  await page.goto(`${editor.house.url}/home?view=table`);
  const { listener } = editor;
  const label = `All of ${listener.name} Labels`;
  const flows = (from: string, to: string) => page.getByRole('row', { name: new RegExp(`^${from} ${to} .*[1-9].* EPS$`) }).waitFor();
  for (const cluster of ['far Clusters', 'local Clusters']) {
    await flows(`${listener.name} Listeners`, cluster);
    await flows(cluster, label);
  }
  await page.getByRole('radio', { name: 'Whole range' }).click();
  await page.getByRole('row', { name: new RegExp(`^${listener.name} Listeners far Clusters [1-9]`) }).waitFor();
  await settled(page);
  expect(await surveyPage(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show as flow' }).click();
  const shot = join(import.meta.dirname, '../../.cache/screenshots/two-clusters-flow.png');
  await page.locator('.flow-node', { hasText: 'far' }).first().focus();
  await settled(page);
  await page.screenshot({ path: shot });
  await page.locator('.flow-node', { hasText: 'far' }).first().click();
  await page.getByRole('menuitem', { name: 'Show metrics' }).click();
  await page.getByRole('dialog', { name: 'Metrics of far' }).getByRole('slider').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

const command = join(import.meta.dirname, '../../apps/cli/bin/acequia.mjs');

test('out as a file and in again is the same, and valid without a server; steps copied in one tab are pasted in another', async () => {
  const pipeline = await createPipeline(editor.house.api, 'As a file', forkDocument(editor.listener.id, editor.datasink.id));
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  for (const form of ['YAML', 'JSON']) {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: `Download ${form}` }).click()]);
    const path = join(dirname(editor.house.acequia.dataDirectory), download.suggestedFilename());
    await download.saveAs(path);
    expect(readFileSync(path, 'utf8')).toContain('conditional-1');
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'validate', path]);
    expect(stdout).toContain('is valid.');
    await page.locator('input[type=file][accept*=yaml]').setInputFiles(path);
    const dialog = page.getByRole('dialog', { name: `Import As a file.${form.toLowerCase()}?` });
    await dialog.getByText('The file works the same as the draft.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
  await card(page, 'Parser').click();
  await page.keyboard.press('Control+c');
  await toast(page, '1 step copied').waitFor();

  const other = await createPipeline(editor.house.api, 'Other tab');
  const tab = await context.newPage();
  await tab.goto(`${editor.house.url}/pipelines/${other.id}/Main`);
  await settled(tab);
  await tab.keyboard.press('Control+v');
  await card(tab, 'Parser').waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('a version that the pipeline does not have is named, and leads to the draft', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Two of them', forkDocument(editor.listener.id, editor.datasink.id));
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/9.9.9`);
  await page.getByRole('heading', { name: 'Two of them has no version 9.9.9' }).waitFor();
  expect(await page.getByText('This pipeline does not exist').count()).toBe(0);
  await page.getByRole('link', { name: 'Open the draft' }).click();
  await card(page, 'Parser').waitFor();
  await context.close();
});
