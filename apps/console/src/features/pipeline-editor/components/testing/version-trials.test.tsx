import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { SavedTest } from '@acequia/contract';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import type { AnchorHTMLAttributes } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeShadowRun } from '../../model/fake-shadow-run.ts';
import { VersionTrials } from './version-trials.tsx';

const rights = vi.hoisted(() => ({ readContent: true }));
vi.mock('#lib/session/index.ts', () => ({ useMay: () => rights.readContent }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({
    search,
    to: _to,
    children,
    ...rest
  }: AnchorHTMLAttributes<HTMLAnchorElement> & { search: (known: object) => object; to: string }) => (
    <a href={`?${JSON.stringify(search({ history: '1.0.0', with: '0.9.0', node: 'a' }))}`} {...rest}>
      {children}
    </a>
  ),
}));

const run = (id: string, version: string | null, differing: number) => fakeShadowRun({ id, version, result: { differing } });
const saved = (id: string): SavedTest => ({
  id,
  revision: 1,
  updatedAt: 0,
  updatedBy: 'ana',
  test: { name: id, input: { events: ['{}'] }, expect: [{ at: { node: 'd' }, count: 1 }] },
});
const server = fakeServer({ 'pipelineTests:list': [], 'shadowRuns:list': [] });

const show = (version: string) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VersionTrials pipelineId="PL_1" version={version} />
    </QueryClientProvider>,
  );

afterEach(() => {
  cleanup();
  rights.readContent = true;
});

it('shows the tests that are kept with the version, and the shadow runs of its draft alone', async () => {
  server.answer({
    'pipelineTests:list': [saved('PT_1'), saved('PT_2')],
    'shadowRuns:list': [run('SH_1', '1.0.0', 3), run('SH_2', '1.1.0', 0), run('SH_3', null, 0)],
  });
  show('1.0.0');
  expect(await screen.findByText('2 tests')).toBeTruthy();
  expect(await screen.findByText('3 events end differently')).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(server.inputs('pipelineTests:list')).toEqual([{ pipelineId: 'PL_1', version: '1.0.0' }]);
});

it('leads to the shadow run, and leaves the history', async () => {
  server.answer({ 'shadowRuns:list': [run('SH_3', null, 0)] });
  show('Main');
  const link = await screen.findByRole('link', { name: 'Shadow run against v0.9.0' });
  expect(JSON.parse(decodeURIComponent(link.getAttribute('href')!.slice(1)))).toEqual({ node: 'a', testing: 'shadow', shadow: 'SH_3' });
});

it('shows who may not read event contents the shadow runs, and asks for no test', async () => {
  rights.readContent = false;
  server.answer({ 'shadowRuns:list': [run('SH_1', '1.0.0', 3)] });
  show('1.0.0');
  expect(await screen.findByText('3 events end differently')).toBeTruthy();
  expect(server.inputs('pipelineTests:list')).toEqual([]);
});

it('says nothing of a version that was not tried', async () => {
  server.answer({ 'shadowRuns:list': [run('SH_2', '1.1.0', 0)] });
  const { container } = show('1.0.0');
  await waitFor(() => expect(server.calls).toHaveLength(2));
  expect(container.textContent).toBe('');
});
