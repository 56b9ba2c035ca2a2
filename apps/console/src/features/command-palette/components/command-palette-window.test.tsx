import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const navigate = vi.fn<(to: unknown) => Promise<void>>(() => Promise.resolve());
const permissions = new Set<string>();
const lists: Record<string, readonly unknown[]> = {};
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => navigate }));
vi.mock('#lib/session/index.ts', () => ({ useMay: (permission: string) => permissions.has(permission) }));
vi.mock('#lib/operations/use-operation.ts', () => ({
  useOperation: (name: string, _input: object, { enabled = true } = {}) => ({ data: enabled ? lists[name] : undefined }),
}));
const { CommandPaletteWindow } = await import('./command-palette-window.tsx');

const row = (id: string, name: string, updatedAt: number, tags: readonly string[] = []) => ({ id, name, tags, updatedAt });
const onClose = vi.fn<() => void>();
const options = () => screen.getAllByRole('option').map((option) => option.querySelector('span')?.textContent);
const user = userEvent.setup();

beforeEach(() => {
  vi.clearAllMocks();
  permissions.clear();
  for (const subject of ['listener', 'pipeline', 'datasink']) for (const verb of ['read', 'create']) permissions.add(`${subject}:${verb}`);
  lists['listeners:list'] = [row('LI_1', 'Cortafuegos', 10, ['málaga']), row('LI_2', 'Edge', 50)];
  lists['pipelines:list'] = [row('PL_1', 'Mask', 40), row('PL_2', 'Reduce', 20)];
  lists['datasinks:list'] = [row('DS_1', 'Lake', 30), row('DS_2', 'Old', 5)];
});
afterEach(cleanup);

const open = () => render(<CommandPaletteWindow startPage="main" onClose={onClose} />);

test('first shows creation, the four changed last, and places', () => {
  open();
  expect(options().slice(0, 5)).toEqual(['Create …', 'Edge', 'Mask', 'Lake', 'Reduce']);
  expect(options()).toEqual(expect.arrayContaining(['Listeners', 'Pipelines', 'Data sinks']));
});

test('finds by tag without accents, and Enter opens what is found', async () => {
  open();
  await user.keyboard('malaga');
  await waitFor(() => expect(options()).toEqual(['Cortafuegos']));
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(navigate).toHaveBeenCalledWith({ to: '/listeners/$listenerId', params: { listenerId: 'LI_1' } });
});

test('says that nothing matches and suggests ways on', async () => {
  open();
  await user.keyboard('zzz');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Nothing matches “zzz”.'));
  expect(options()).toEqual(expect.arrayContaining(['Create …', 'Listeners']));
});

test('Backspace with nothing typed goes back to the first page, Escape closes', async () => {
  open();
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
  open();
  await user.click(screen.getByRole('option', { name: 'Listeners' }));
  expect(options()).toEqual(['Listeners · All of them', 'Cortafuegos', 'Edge']);
});

test('does not offer what the role may not', () => {
  permissions.clear();
  permissions.add('pipeline:read');
  open();
  expect(options()).toEqual(['Mask', 'Reduce', 'Pipelines']);
});

test('of ten thousand objects draws fifty and says how many more', async () => {
  lists['listeners:list'] = Array.from({ length: 10_000 }, (_, n) => row(`LI_${n}`, `Sensor ${n}`, n));
  open();
  await user.keyboard('sensor');
  await waitFor(() => expect(screen.getByText('9950 more. Type more to narrow it.')).toBeTruthy());
  expect(screen.getAllByRole('option').length).toBe(50);
});
