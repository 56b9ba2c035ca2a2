import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { Preferences } from '@acequia/contract';
import { OperationError } from '#lib/operations/operation-error.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { sessionQuery } from '#lib/session/index.ts';
import { ResourceList } from './resource-list.tsx';
import { ResourceTable } from './resource-table.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }));

let stored: Preferences;
const server = fakeServer({
  'auth:session': () => fakeSession({ preferences: stored }),
  'auth:updatePreferences': (next) => (stored = { ...stored, ...next } as Preferences),
});
let client: QueryClient;

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly kind: string;
}
const thing = (n: number, tags: readonly string[] = []): Thing => ({
  id: `T_${n}`,
  name: `Thing ${n}`,
  description: '',
  tags,
  createdAt: n,
  updatedAt: n,
  kind: n % 2 === 0 ? 'Even' : 'Odd',
});

const removed: string[] = [];
const tagged: Record<string, readonly string[]> = {};
const columns = [
  { id: 'kind', head: 'Kind', cell: ({ kind }: Thing) => kind },
  { id: 'age', head: 'Age', cell: ({ createdAt }: Thing) => createdAt },
];
const nameOf = ({ name }: Thing) => <a href={`#${name}`}>{name}</a>;
const menuOf = () => <button type="button">menu</button>;

function show(items: readonly Thing[], search: Parameters<typeof ResourceList<Thing>>[0]['search'] = {}) {
  client.setQueryData(sessionQuery.queryKey, fakeSession({ preferences: stored }));
  return render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ResourceList
          list="things"
          title="Things"
          searchLabel="Search things"
          items={items}
          error={null}
          onRetry={() => undefined}
          search={{ view: 'table', ...search }}
          facts={{ type: ({ kind }) => kind }}
          sorts={['name']}
          statuses={[]}
          create={undefined}
          empty={{ title: 'None', text: 'Nothing yet' }}
          bulk={{
            remove: {
              consequence: ({ id }) => (id === 'T_1' ? 'will stop in 1 pipeline' : undefined),
              run: ({ id }) => {
                if (id === 'T_2') return Promise.reject(new OperationError('NETWORK'));
                removed.push(id);
                return Promise.resolve();
              },
            },
            tags: {
              run: ({ id }, tags) => {
                tagged[id] = tags;
                return Promise.resolve();
              },
            },
          }}
          cards={(shown) => shown.map(({ id, name }) => <article key={id}>{name}</article>)}
          table={(shown, onSearch) => (
            <ResourceTable items={shown} columns={columns} name={nameOf} menu={menuOf} search={search} onSearch={onSearch} />
          )}
        />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
const user = userEvent.setup();
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
const choose = (name: string) => user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));

/** Until the server has it and the page has read it again. */
const change = async (pressed: HTMLElement) => {
  server.forget();
  await user.click(pressed);
  await waitFor(() => expect(server.calls.map(({ name }) => name)).toEqual(['auth:updatePreferences', 'auth:session']));
  await waitFor(() => expect(client.isFetching() + client.isMutating()).toBe(0));
};

beforeEach(() => {
  stored = fakeSession().preferences;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  removed.length = 0;
});
afterEach(cleanup);

test('says before deleting what happens, and keeps what could not be deleted with the reason', async () => {
  show([thing(1), thing(2), thing(3)]);
  await choose('Thing 1');
  await choose('Thing 2');
  expect(screen.getByRole('region', { name: 'Selected items' }).textContent).toContain('2 selected of 3');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete 2 items?' });
  expect(dialog.textContent).toContain('will stop in 1 pipeline');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(dialog.textContent).toContain('1 item was not changed'));
  expect(dialog.textContent).toContain('Thing 2');
  expect(removed).toEqual(['T_1']);
});

test('gives and takes tags, and leaves the others of each thing alone', async () => {
  show([thing(1, ['edge', 'core']), thing(2, ['core', 'own'])]);
  await user.click(screen.getByRole('checkbox', { name: 'Select all 2' }));
  await user.click(within(screen.getByRole('region', { name: 'Selected items' })).getByRole('button', { name: 'Tags' }));
  const dialog = screen.getByRole('dialog', { name: 'Edit tags of 2 items' });
  await user.type(within(dialog).getByLabelText('Add to all'), 'nueva{Enter}');
  await user.click(within(dialog).getByRole('button', { name: /Remove.*core|core.*Remove/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(tagged).toEqual({ T_1: ['edge', 'nueva'], T_2: ['own', 'nueva'] });
});

test('says before the tags are given which things have no room for them', async () => {
  const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  show([thing(1), thing(2, many)]);
  await choose('Thing 1');
  await choose('Thing 2');
  await user.click(within(screen.getByRole('region', { name: 'Selected items' })).getByRole('button', { name: 'Tags' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).not.toContain('cannot have more');
  await user.type(within(dialog).getByLabelText('Add to all'), 'nueva{Enter}');
  expect(dialog.textContent).toContain('1 item cannot have more tags: the maximum is 20');
  expect(dialog.textContent).toContain('Thing 2');
  expect(dialog.textContent).not.toContain('Thing 1');
});

test('hides, moves and resets columns, kept in the preferences of the user', async () => {
  show([thing(1)]);
  expect(heads()).toEqual(['', 'Name', 'Kind', 'Age', 'Tags', 'Updated']);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await change(screen.getByRole('checkbox', { name: 'Kind' }));
  await change(screen.getByRole('button', { name: 'Move Tags to the left' }));
  await change(screen.getByRole('button', { name: 'Pin Updated' }));
  await waitFor(() => expect(heads()).toEqual(['', 'Name', 'Updated', 'Tags', 'Age']));
  expect(stored.tables['things']).toMatchObject({ hidden: ['kind'], pinned: ['updated'] });
  await change(screen.getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(heads()).toEqual(['', 'Name', 'Kind', 'Age', 'Tags', 'Updated']));
  expect(stored.tables).toEqual({});
});

test('groups by type under headings with their number', () => {
  show([thing(1), thing(2), thing(3)], { group: 'type' });
  expect(screen.getAllByRole('rowheader').map((head) => head.textContent)).toEqual(['Even 1', 'Odd 2']);
});

test('of ten thousand rows draws only what can be seen, and says how many there are', () => {
  const { container } = show(Array.from({ length: 10_000 }, (_, n) => thing(n)));
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001');
  expect(container.querySelectorAll('*').length).toBeLessThan(1_400);
});
