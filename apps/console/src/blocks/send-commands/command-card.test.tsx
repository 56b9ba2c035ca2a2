import { Suspense } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import { findListener } from '@acequia/components/definitions';
import { afterEach, expect, test, vi } from 'vitest';
import { keepToken } from '#blocks/secret-picker/new-token.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { fakeCluster } from '#lib/operations/testing/fake-things.ts';
import { sessionQuery } from '#lib/session/index.ts';
import { CommandCard } from './command-card.tsx';

vi.mock('#blocks/components/use-definition.ts', () => ({ useDefinition: () => findListener('http') }));
fakeServer({ 'auth:session': fakeSession(), 'clusters:list': [fakeCluster()] });

const listenerWith = (secretId: string) => ({
  component: 'http',
  clusterId: 'CL_1',
  config: { port: 8123, auth: 'bearer', tokens: [{ name: 'a', token: secretId }] },
});

async function show(props: Parameters<typeof CommandCard>[0]): Promise<void> {
  const client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, fakeSession());
  await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <Suspense>
            <CommandCard {...props} />
          </Suspense>
        </TooltipProvider>
      </QueryClientProvider>,
    ),
  );
}
const shown = () => screen.getByRole('tabpanel').textContent;

afterEach(cleanup);

test('one tab for each tool, with the port of the listener and the address that was chosen', async () => {
  await show({ listener: listenerWith('SE_1') });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['curl', 'Fluent Bit', 'Vector']);
  expect(shown()).toContain('http://127.0.0.1:8123/');
  await userEvent.click(await screen.findByRole('radio', { name: 'Another machine' }));
  await userEvent.click(screen.getByRole('tab', { name: 'Vector' }));
  expect(shown()).toContain('http://first.example.com:8123/');
});

test('a saved token is never in the text: it is read from a variable, or a new one is offered', async () => {
  await show({ listener: listenerWith('SE_1') });
  expect(shown()).toContain('read -rs ACEQUIA_TOKEN');
  expect(shown()).toContain('Bearer ${ACEQUIA_TOKEN}');
  cleanup();
  await show({ listener: listenerWith('SE_1'), renew: <button>New token</button> });
  expect(shown()).toContain('Bearer …');
  expect(shown()).not.toContain('ACEQUIA_TOKEN');
  expect(screen.queryByRole('button', { name: 'Copy command' })).toBeNull();
  expect(screen.getByRole('button', { name: 'New token' })).toBeDefined();
});

test('a token that this tab has made is in the text', async () => {
  keepToken('SE_2', 'acq_kept');
  await show({ listener: listenerWith('SE_2') });
  expect(shown()).toContain('Bearer acq_kept');
  cleanup();
  await show({ listener: listenerWith('SE_3'), token: 'acq_given', renew: <button>New token</button> });
  expect(shown()).toContain('Bearer acq_given');
  expect(screen.getByRole('status').textContent).toBe('Includes your token');
});
