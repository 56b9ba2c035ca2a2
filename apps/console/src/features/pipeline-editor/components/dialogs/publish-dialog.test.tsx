import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Cluster, DocumentVersion, ErrorCode, SavedTest, ShadowRun, Version } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, never, Refusal, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakePipeline } from '#lib/operations/testing/fake-things.ts';
import type { Catalogue } from '../../model/catalogue.ts';
import { createViewer } from '../../model/editor-view.ts';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { fakeShadowRun } from '../../model/fake-shadow-run.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ViewContext } from '../editor-context.ts';
import { PublishDialog } from './publish-dialog.tsx';

const server = fakeServer({ 'pipelineTests:list': [], 'shadowRuns:list': [], 'pipelines:publishVersion': () => published });
vi.mock('../testing/use-testing-url.ts', () => ({ useTestingUrl: () => ({ look: vi.fn() }) }));

const stamps = { createdAt: 0, updatedAt: 0, createdBy: '', updatedBy: '' };
const pipeline = fakePipeline('PL_1', 'Firewall');
const running: Version = {
  ...stamps,
  id: 'PV_1',
  version: '1.0.0',
  versionName: '',
  status: 'running',
  kind: 'major',
  clusters: ['CL_1'],
  reason: null,
  start: null,
};
const published: Version = { ...running, id: 'PV_2', version: '1.1.0', createdAt: 9 };
const refused = (code: ErrorCode) => ({
  'pipelines:publishVersion': () => {
    throw new Refusal(code);
  },
});
const stored = (document: PipelineDocument): DocumentVersion => ({ ...running, document, revision: 3 });
const cluster = (id: string, name: string): Cluster => ({
  id,
  name,
  host: 'localhost',
  portRange: { from: 1, to: 2 },
  fileRoots: [],
  workers: [],
});
const good = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const view = (document: PipelineDocument, known = catalogue) => createViewer()(document, known, 'en', (id) => id);

function open(
  document: PipelineDocument,
  options: {
    readonly versions?: readonly Version[];
    readonly clusters?: readonly Cluster[];
    readonly revision?: number | undefined;
    readonly catalogue?: Catalogue;
  } = {},
) {
  const calls = { close: vi.fn(), conflict: vi.fn(), problems: vi.fn() };
  const revision = 'revision' in options ? options.revision : 4;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const dialog = (clusters: readonly Cluster[]) => (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ViewContext value={view(document, options.catalogue)}>
          <PublishDialog
            pipeline={pipeline}
            versions={options.versions ?? []}
            clusters={clusters}
            flush={() => Promise.resolve(revision)}
            onClose={calls.close}
            onConflict={calls.conflict}
            onShowProblem={calls.problems}
          />
        </ViewContext>
      </TooltipProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(dialog(options.clusters ?? [cluster('CL_1', 'Local'), cluster('CL_2', 'Madrid')]));
  return { ...calls, clustersCome: (clusters: readonly Cluster[]) => rerender(dialog(clusters)) };
}

const publishButton = (version: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Publish v${version}` });
/** Once the saved tests do not stand in the way. */
const readyButton = async (version: string) => {
  await waitFor(() => expect(publishButton(version).disabled).toBe(false));
  return publishButton(version);
};
const sent = () => server.inputs('pipelines:publishVersion');

afterEach(() => {
  cleanup();
  startI18n('en');
});

describe('publishing for the first time', () => {
  it('begins at 1.0.0, in the only cluster there is', async () => {
    const calls = open(good, { clusters: [cluster('CL_1', 'Local')] });
    expect(screen.getByText('3 steps go live.')).toBeTruthy();
    expect(screen.getByText('Starts in Local.')).toBeTruthy();
    await userEvent.click(await readyButton('1.0.0'));
    await waitFor(() => expect(calls.close).toHaveBeenCalled());
    expect(sent()).toEqual([{ id: 'PL_1', revision: 4, kind: 'major', versionName: '', clusterIds: ['CL_1'] }]);
  });

  it('the only cluster is chosen although it came after the dialog', async () => {
    const { clustersCome } = open(good, { clusters: [] });
    expect(publishButton('1.0.0').disabled).toBe(true);
    clustersCome([cluster('CL_1', 'Local')]);
    await readyButton('1.0.0');
    expect(screen.getByText('Starts in Local.')).toBeTruthy();
  });

  it('is none when a version ran before and was stopped: the changes since that one are told', async () => {
    const stopped: Version = { ...running, status: 'archived', clusters: [] };
    server.answer({ 'pipelines:getVersion': stored(documentOf([label(), datasink('d')], ['in>d'])) });
    open(good, { versions: [stopped], clusters: [cluster('CL_1', 'Local')] });
    await screen.findByText('Changes since v1.0.0');
    expect(screen.queryByText('First publication')).toBeNull();
    expect(screen.getByText('3 steps go live.')).toBeTruthy();
  });

  it('chooses no cluster for anyone when there are several', async () => {
    open(good);
    expect(publishButton('1.0.0').disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Madrid' }));
    await readyButton('1.0.0');
    expect(screen.getByText('Starts in Madrid.')).toBeTruthy();
  });

  it.each([
    ['en', 'The listener edge also opens in Madrid, while a version that uses it runs there.'],
    ['es', 'El listener edge también se abre en Madrid, mientras haya allí una versión que lo use.'],
  ] as const)('does not keep quiet about a listener that opens in a cluster that is not its own (%s)', async (language, sentence) => {
    startI18n(language);
    open(good);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Local' }));
    expect(screen.queryByText(sentence)).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Madrid' }));
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it('sends a pre-release to no cluster, and says so', async () => {
    open(good, { clusters: [cluster('CL_1', 'Local')] });
    await userEvent.click(screen.getByRole('radio', { name: 'Pre-release' }));
    expect(screen.queryByRole('checkbox', { name: 'Local' })).toBeNull();
    expect(screen.getByText(/^A pre-release does not run in a cluster/)).toBeTruthy();
    await userEvent.click(await readyButton('1.0.0-1'));
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ kind: 'pre-release', clusterIds: [] });
  });

  it('is refused while there are errors, and leads to them', async () => {
    const calls = open(documentOf([label(), action('a', { config: {} }), datasink('d')], ['in>a', 'a>d']), {
      clusters: [cluster('CL_1', 'Local')],
    });
    expect(publishButton('1.0.0').disabled).toBe(true);
    expect(screen.getByText('Fix 1 problem before you publish')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Show$/ }));
    expect(calls.problems).toHaveBeenCalledWith(expect.objectContaining({ node: 'a', code: 'config', path: 'name' }));
  });

  it('offers to add the step that is missing', async () => {
    const calls = open(documentOf([action('a'), datasink('d')], ['a>d']));
    await userEvent.click(screen.getByRole('button', { name: /There is no label.*Add a step$/ }));
    expect(calls.problems).toHaveBeenCalledWith(expect.objectContaining({ code: 'no-label' }));
  });

  it('names a deleted data sink as it was called', () => {
    const removed = new Map([['DS_9', 'Spare']]);
    open(documentOf([label(), datasink('d', { datasinkId: 'DS_9' })], ['in>d']), { catalogue: { ...catalogue, removed } });
    expect(screen.getByText('The data sink Spare was deleted. Delete this step and add another data sink.')).toBeTruthy();
    expect(document.body.textContent).not.toContain('DS_9');
  });
});

describe('publishing over a running version', () => {
  it('shows what differs, and what happens where', async () => {
    const before = documentOf([label(), action('a', { config: { name: 'old' } }), datasink('d')], ['in>a', 'a>d']);
    server.answer({ 'pipelines:getVersion': stored(before) });
    open(good, { versions: [running] });
    expect(screen.getByText('Changes since v1.0.0')).toBeTruthy();
    expect(await screen.findByText('old')).toBeTruthy();
    expect(screen.getByText('colour')).toBeTruthy();
    expect(screen.getByText(/^Replaces v1\.0\.0 in Local/)).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Local' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Madrid' }));
    expect(screen.getByText('Starts in Madrid.')).toBeTruthy();
    expect(screen.getByText('v1.0.0 keeps running in Local.')).toBeTruthy();
  });

  it('says so when nothing runs differently', async () => {
    server.answer({ 'pipelines:getVersion': stored(good) });
    open(good, { versions: [running] });
    expect(await screen.findByText('Works the same as v1.0.0.')).toBeTruthy();
  });
});

describe('publishing that fails', () => {
  it('does not publish a draft that could not be saved', async () => {
    open(good, { clusters: [cluster('CL_1', 'Local')], revision: undefined });
    await userEvent.click(await readyButton('1.0.0'));
    expect(await screen.findByText('The draft could not be saved')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('stays open with the code, and can be tried again', async () => {
    server.answer(refused('ACQ-COMPONENT-MISSING'));
    const calls = open(good, { clusters: [cluster('CL_1', 'Local')] });
    await userEvent.click(await readyButton('1.0.0'));
    expect(await screen.findByText('ACQ-COMPONENT-MISSING')).toBeTruthy();
    expect(calls.close).not.toHaveBeenCalled();
    server.answer({ 'pipelines:publishVersion': published });
    await userEvent.click(publishButton('1.0.0'));
    await waitFor(() => expect(calls.close).toHaveBeenCalled());
  });

  it('lists what only the server found, by name and with the way to it', async () => {
    const fields = { count: 1, problem: 'secret-missing', node: 'a', path: 'key', fault: '' };
    server.answer({ 'pipelines:publishVersion': refusing('ACQ-NOT-PUBLISHABLE', fields) });
    const calls = open(good, { clusters: [cluster('CL_1', 'Local')] });
    await userEvent.click(await readyButton('1.0.0'));
    expect(await screen.findByText('Fix 1 problem before you publish')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /the secret no longer exists.*Show$/ }));
    expect(calls.problems).toHaveBeenCalledWith(expect.objectContaining({ node: 'a', code: 'secret-missing', path: 'key' }));
  });

  it('leads to the step whose folder a cluster lacks', async () => {
    const fields = { name: 'Archive', root: '/srv', cluster: 'Local', clusterId: 'CL_1' };
    server.answer({ 'pipelines:publishVersion': refusing('ACQ-FILE-ROOT', fields) });
    const calls = open(good, { clusters: [cluster('CL_1', 'Local')] });
    await userEvent.click(await readyButton('1.0.0'));
    await userEvent.click(await screen.findByRole('button', { name: 'Show Archive' }));
    expect(calls.problems).toHaveBeenCalledWith(expect.objectContaining({ node: 'd' }));
  });

  it('hands a conflict on to be resolved', async () => {
    server.answer(refused('ACQ-CONFLICT'));
    const calls = open(good, { clusters: [cluster('CL_1', 'Local')] });
    await userEvent.click(await readyButton('1.0.0'));
    await waitFor(() => expect(calls.conflict).toHaveBeenCalled());
  });
});

describe('the saved tests', () => {
  const saved: SavedTest = {
    id: 'PT_1',
    revision: 1,
    updatedAt: 0,
    updatedBy: '',
    test: { name: 'kept', input: { events: ['{}'] }, expect: [{ at: { node: 'd' }, count: 1 }] },
  };
  const failure = { kind: 'count', expectation: 0, expected: 1, got: 0 } as const;
  const one = { clusters: [cluster('CL_1', 'Local')] };
  const results = (passed: boolean) => ({
    'pipelineTests:list': [saved],
    'pipelineTests:run': { results: [{ id: 'PT_1', name: 'kept', passed, failures: passed ? [] : [failure] }] },
  });

  it('run once the draft is saved, and let publish when they pass', async () => {
    server.answer(results(true));
    open(good, one);
    expect(await screen.findByText('The test passed')).toBeTruthy();
    expect(server.inputs('pipelineTests:run')).toEqual([{ pipelineId: 'PL_1', version: 'Main' }]);
    expect(publishButton('1.0.0').disabled).toBe(false);
  });

  it('do not let publish while they run', async () => {
    server.answer({ 'pipelineTests:list': [saved], 'pipelineTests:run': never });
    open(good, one);
    expect(await screen.findByText('Running the tests …')).toBeTruthy();
    expect(publishButton('1.0.0').disabled).toBe(true);
  });

  it('want "publish anyway" when one fails, and say why it fails', async () => {
    server.answer(results(false));
    open(good, one);
    expect(await screen.findByText('1 of 1 failed')).toBeTruthy();
    expect(screen.getByText(/: 1 expected, 0 arrived/)).toBeTruthy();
    expect(publishButton('1.0.0').disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Publish anyway' }));
    expect(publishButton('1.0.0').disabled).toBe(true);
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), ' late ');
    await userEvent.click(publishButton('1.0.0'));
    await waitFor(() => expect(sent()).toMatchObject([{ anyway: 'late' }]));
  });

  it('that only the server sees fail can be published over, too', async () => {
    server.answer(refused('ACQ-TESTS-FAILED'));
    open(good, one);
    await userEvent.click(await readyButton('1.0.0'));
    expect(await screen.findByText('ACQ-TESTS-FAILED')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Publish anyway' }));
    expect(publishButton('1.0.0').disabled).toBe(true);
  });

  it('want it too when no worker can run them', async () => {
    server.answer({
      'pipelineTests:list': [saved],
      'pipelineTests:run': () => {
        throw new Refusal('ACQ-WORKER-AWAY');
      },
    });
    open(good, one);
    expect(await screen.findByText('The tests could not run')).toBeTruthy();
    expect(publishButton('1.0.0').disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Publish anyway' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'no worker');
    expect(publishButton('1.0.0').disabled).toBe(false);
  });
});

describe('the last shadow run', () => {
  const shadow = (revision: number): ShadowRun => ({ ...fakeShadowRun({ id: 'SR_1', revision, against: '1.0.0' }), result: null });

  it.each([
    [4, 'Shadow run of this draft against v1.0.0'],
    [3, 'Shadow run of an earlier draft against v1.0.0'],
  ])('of revision %i, while revision 4 is published, is shown as what it was of', async (revision, words) => {
    server.answer({ 'shadowRuns:list': [shadow(revision)], 'pipelines:getVersion': stored(good) });
    open(good, { versions: [running] });
    expect(await screen.findByRole('button', { name: words })).toBeTruthy();
    expect(screen.queryByText(/^The draft has changed since/) !== null).toBe(revision !== 4);
  });
});
