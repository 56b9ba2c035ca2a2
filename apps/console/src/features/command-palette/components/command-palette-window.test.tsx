import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Datasink, Listener, Pipeline } from '@acequia/contract';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { CommandPaletteWindow } from './command-palette-window.tsx';

const navigate = vi.hoisted(() => vi.fn<(to: unknown) => Promise<void>>(() => Promise.resolve()));
const permissions = vi.hoisted(() => new Set<string>());
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));
const features = vi.hoisted(() => new Set<string>());
vi.mock('#lib/session/index.ts', () => ({
  useMay: (permission: string) => permissions.has(permission),
  useSession: () => ({ features: [...features] }),
}));

const row = (id: string, name: string, updatedAt: number, tags: readonly string[] = []) => ({
  id,
  name,
  description: '',
  tags: [...tags],
  createdAt: 0,
  updatedAt,
  createdBy: 'Ana',
  updatedBy: 'Ana',
});
const instance = { version: '1.0.0', config: {}, revision: 1, usedBy: [], status: fakeStatus() };
const listener = (...of: Parameters<typeof row>): Listener => ({
  ...row(...of),
  ...instance,
  component: 'syslog',
  clusterId: 'CL_1',
  state: 'created',
  reason: null,
  labels: 2,
});
const pipeline = (...of: Parameters<typeof row>): Pipeline => ({
  ...row(...of),
  state: 'draft',
  status: fakeStatus('draft'),
  start: null,
  clusters: [],
  runningVersion: null,
  hasDraft: true,
  listenerIds: [],
  datasinkIds: [],
});
const datasink = (...of: Parameters<typeof row>): Datasink => ({ ...row(...of), ...instance, component: 'http', preset: null });
const server = fakeServer({
  'listeners:list': [listener('LI_1', 'Cortafuegos', 10, ['málaga']), listener('LI_2', 'Edge', 50)],
  'pipelines:list': [pipeline('PL_1', 'Mask', 40), pipeline('PL_2', 'Reduce', 20)],
  'datasinks:list': [datasink('DS_1', 'Lake', 30), datasink('DS_2', 'Old', 5)],
});
const onClose = vi.fn<() => void>();
const options = () => screen.getAllByRole('option').map((option) => option.querySelector('span')?.textContent);
const user = userEvent.setup();

beforeEach(() => {
  vi.clearAllMocks();
  permissions.clear();
  features.clear();
  for (const subject of ['listener', 'pipeline', 'datasink']) for (const verb of ['read', 'create']) permissions.add(`${subject}:${verb}`);
});
afterEach(cleanup);

const open = async (seen = 'Mask') => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CommandPaletteWindow startPage="main" onClose={onClose} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(options()).toContain(seen));
};

test('first shows creation, the four changed last, and places', async () => {
  await open();
  await waitFor(() => expect(options().slice(0, 5)).toEqual(['Create …', 'Edge', 'Mask', 'Lake', 'Reduce']));
  expect(options()).toEqual(expect.arrayContaining(['Listeners', 'Pipelines', 'Data sinks']));
});

test('finds by tag without accents, and Enter opens what is found', async () => {
  await open();
  await user.keyboard('malaga');
  await waitFor(() => expect(options()).toEqual(['Cortafuegos']));
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(navigate).toHaveBeenCalledWith({ to: '/listeners/$listenerId', params: { listenerId: 'LI_1' } });
});

test('says that nothing matches and suggests ways on', async () => {
  await open();
  await user.keyboard('zzz');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing matches “zzz”.'));
  expect(options()).toEqual(expect.arrayContaining(['Create …', 'Listeners']));
});

test('Backspace with nothing typed goes back to the first page, Escape closes', async () => {
  await open();
  await user.click(screen.getByRole('option', { name: 'Create …' }));
  expect(options()).toEqual(['New listener', 'New pipeline', 'New data sink']);
  await user.keyboard('pipe');
  await waitFor(() => expect(options()).toEqual(['New pipeline']));
  await user.keyboard('{Backspace>4/}');
  await waitFor(() => expect(options()).toEqual(['New listener', 'New pipeline', 'New data sink']));
  await user.keyboard('{Backspace}');
  expect(options()[0]).toBe('Create …');
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('lists one kind on its page, the whole list first', async () => {
  await open();
  await user.click(screen.getByRole('option', { name: 'Listeners' }));
  await waitFor(() => expect(options()).toEqual(['Listeners · Show all', 'Cortafuegos', 'Edge']));
});

test('goes to the pages that the role may read and the organization has', async () => {
  for (const subject of ['dead-letter', 'alert', 'cluster', 'template']) permissions.add(`${subject}:read`);
  features.add('alerts');
  await open();
  await user.keyboard('letters');
  await waitFor(() => expect(options()).toEqual(['Dead letters']));
  await user.keyboard('{Enter}');
  expect(navigate).toHaveBeenCalledWith({ to: '/dead-letters' });
  cleanup();
  await open();
  expect(options()).toEqual(expect.arrayContaining(['Dead letters', 'Alerts', 'Data history', 'Marketplace']));
  expect(options()).not.toContain('Health');
});

test('does not offer what the role may not', async () => {
  permissions.clear();
  permissions.add('pipeline:read');
  await open();
  expect(options()).toEqual(['Mask', 'Reduce', 'Pipelines']);
});

test('of ten thousand objects draws fifty and says how many more', async () => {
  server.answer({ 'listeners:list': Array.from({ length: 10_000 }, (_, n) => listener(`LI_${n}`, `Sensor ${n}`, n)) });
  await open('Sensor 9999');
  await user.keyboard('sensor');
  await waitFor(() => expect(screen.getByText('9,950 more. Keep typing to narrow the results.')).toBeTruthy());
  expect(screen.getAllByRole('option').length).toBe(50);
});
