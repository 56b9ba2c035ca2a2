import { cleanup, render, screen } from '@testing-library/react';
import type { AnchorHTMLAttributes } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { VersionTrials } from './version-trials.tsx';

const server = vi.hoisted(() => ({ tests: [] as unknown[] | undefined, runs: [] as unknown[], asked: [] as unknown[] }));

vi.mock('#lib/operations/index.ts', () => ({
  useOperation: (name: string, input: unknown) => {
    server.asked.push(input);
    return { data: name === 'pipelineTests:list' ? server.tests : server.runs };
  },
}));
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

const run = (id: string, version: string | null, differing: number) => ({
  id,
  version,
  against: '0.9.0',
  state: 'done',
  result: { differing },
});
const saved = { id: 'PT_1', test: { name: 'kept' } };

beforeEach(() => {
  server.tests = [];
  server.runs = [];
  server.asked = [];
});
afterEach(cleanup);

it('shows the tests that are kept with the version, and the shadow runs of its draft alone', () => {
  server.tests = [saved, saved];
  server.runs = [run('SH_1', '1.0.0', 3), run('SH_2', '1.1.0', 0), run('SH_3', null, 0)];
  render(<VersionTrials pipelineId="PL_1" version="1.0.0" />);
  expect(server.asked).toContainEqual({ pipelineId: 'PL_1', version: '1.0.0' });
  expect(screen.getByText('2 tests')).toBeTruthy();
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(screen.getByText('3 events end differently')).toBeTruthy();
});

it('leads to the shadow run, and leaves the history', () => {
  server.tests = [];
  server.runs = [run('SH_3', null, 0)];
  render(<VersionTrials pipelineId="PL_1" version="Main" />);
  const link = screen.getByRole('link', { name: 'Shadow run against v0.9.0' });
  expect(JSON.parse(decodeURIComponent(link.getAttribute('href')!.slice(1)))).toEqual({ node: 'a', testing: 'shadow', shadow: 'SH_3' });
});

it('says nothing of a version that was not tried', () => {
  server.runs = [run('SH_2', '1.1.0', 0)];
  const { container } = render(<VersionTrials pipelineId="PL_1" version="1.0.0" />);
  expect(container.textContent).toBe('');
});
