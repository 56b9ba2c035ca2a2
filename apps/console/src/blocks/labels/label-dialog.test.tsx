import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TooltipProvider } from '@acequia/ui';
import type { Label, Listener } from '@acequia/contract';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { fakeServer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { LabelDialog } from './label-dialog.tsx';

const listener: Listener = {
  id: 'LI_1',
  name: 'Firewalls',
  description: '',
  tags: [],
  createdAt: 0,
  updatedAt: 0,
  createdBy: '',
  updatedBy: '',
  usedBy: [],
  version: '1.0.0',
  revision: 1,
  component: 'syslog',
  config: {},
  clusterId: 'CL_1',
  state: 'created',
  status: fakeStatus(),
  reason: null,
  labels: 3,
};
const label = (value: string): Label => ({
  id: 'LB_1',
  listenerId: 'LI_1',
  name: 'denied',
  description: '',
  condition: { form: 'visual', ast: { field: 'message', op: 'matches', value } },
  builtIn: false,
  usedBy: [],
});
const server = fakeServer({
  'labels:list': [],
  'labels:matches': { events: 0, matched: {}, unlabelled: 0, failed: {}, overlaps: [], newest: [] },
});

const open = (value: string) =>
  act(
    async () =>
      void render(
        <QueryClientProvider client={new QueryClient()}>
          <TooltipProvider>
            <Suspense>
              <LabelDialog listener={listener} label={label(value)} onClose={() => undefined} />
            </Suspense>
          </TooltipProvider>
        </QueryClientProvider>,
      ),
  );

afterEach(cleanup);

it('says that a pattern cannot be read, and asks no worker what it matches', async () => {
  await open('(');
  expect(await screen.findByText(/^Fix the condition to see which events it matches/)).toBeDefined();
  expect(screen.queryByText(/^No kept events yet/)).toBeNull();
  await waitFor(() => expect(server.inputs('labels:list')).toHaveLength(1));
  expect(server.inputs('labels:matches')).toEqual([]);
});

it('says that no events are kept when there are none, of a pattern that can be read', async () => {
  await open('deny');
  expect(await screen.findByText(/^No kept events yet/)).toBeDefined();
});

it('a name that is taken is marked until it is changed', async () => {
  server.answer({
    'labels:update': () => {
      throw new Refusal('WEB-00034');
    },
  });
  await open('deny');
  await userEvent.click(screen.getByRole('button', { name: 'Save label' }));
  expect(await screen.findByText(/already has a label with this name/)).toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), ' 2');
  await waitFor(() => expect(screen.queryByText(/already has a label with this name/)).toBeNull());
});
