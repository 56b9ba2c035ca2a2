import type { Template } from '@acequia/contract';
import { permissionsOf, type Role } from '@acequia/domain';
import { TooltipProvider, toastStore } from '@acequia/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#lib/operations/query-client.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { TemplatePage } from './template-page.tsx';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => navigate,
  Link: ({ children }: { children: unknown }) => <a href="/">{children as never}</a>,
}));

const end = (name: string) => ({ name, customAction: { src: `listener/${name}`, color: 'listener' } });
const log = (label: string, content: string) => ({ label, fields: [{ name: 'user', type: 'string' }], content });
const template: Template = {
  id: 'one',
  name: 'One',
  description: 'Does a job.',
  author: { name: 'Acequia', avatar: 'acequia' },
  tags: ['web'],
  actionFrom: end('syslog'),
  actionTo: end('http'),
  featured: true,
  own: false,
  preview: 'graph',
  graph: { format: 1, nodes: [], links: [] },
  pipeline: { format: 1, nodes: [], links: [] },
  pipelineMetadata: { name: 'One', description: '', tags: [] },
  related: [],
  logs: { input: log('Syslog', 'first in\nsecond in\n'), output: [log('SIEM', 'one out\n')] },
};

const sessionOf = (role: Role) =>
  fakeSession({ user: { ...fakeSession().user, AccessMap: { Roles: [role], Permissions: [...permissionsOf(role)] } } });
const server = fakeServer({
  'marketplace:getAllTemplates': [],
  'listeners:list': [],
  'labels:list': [],
  'datasinks:list': [],
});

function open(role: Role, logs: Template['logs'] = template.logs, shown?: 'logs') {
  queryClient.setQueryData(['auth:session', {}], sessionOf(role));
  server.answer({ 'marketplace:getTemplateById': { ...template, logs } });
  return show(shown);
}

function show(shown?: 'logs') {
  return render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <TemplatePage id="one" search={{ preview: shown }} drawing={() => <p>the drawing</p>} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
beforeEach(() => {
  queryClient.clear();
  navigate.mockReset();
});
afterEach(cleanup);

it.each([
  ['viewer', true],
  ['admin', false],
] as const)('a %s finds the import disabled: %s', async (role, disabled) => {
  open(role);
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Import pipeline' })).disabled).toBe(disabled);
});

it('shows the drawing first, and the recorded events of both sides where the address says so', async () => {
  open('viewer');
  await screen.findByText('the drawing');
  cleanup();
  open('viewer', template.logs, 'logs');
  await screen.findByText('second in');
  expect(screen.getByText('one out')).toBeTruthy();
  expect(screen.queryByText('the drawing')).toBeNull();
});

it('offers no log where nothing was recorded', async () => {
  open('viewer', null, 'logs');
  await screen.findByText('the drawing');
  expect(screen.queryByRole('radio', { name: 'Log' })).toBeNull();
});

it('WEB-00015 leads back with an alert, and is not asked again', async () => {
  queryClient.setQueryData(['auth:session', {}], sessionOf('viewer'));
  server.answer({ 'marketplace:getTemplateById': refusing('WEB-00015') });
  show();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith({ to: '/marketplace', replace: true }));
  expect(server.inputs('marketplace:getTemplateById')).toHaveLength(1);
  expect(toastStore.toasts()).toMatchObject([{ level: 'alert', code: 'WEB-00015' }]);
});
