import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TooltipProvider } from '@acequia/ui';
import { reasonText } from '@acequia/component-sdk/text';
import type { Alert, OperationOutput } from '@acequia/contract';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { switchLanguage } from '#i18n/i18n.ts';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeAlert } from '#lib/operations/testing/fake-things.ts';
import type { AlertSearch } from '#lib/alert-search/alert-search.ts';
import { AlertsPage } from './alerts-page.tsx';

beforeAll(() => loadErrorWords());

const session = vi.hoisted(() => ({ may: true }));
const searches = vi.hoisted(() => [] as unknown[]);
const visited = vi.hoisted(() => [] as string[]);

vi.mock('#lib/session/index.ts', () => ({ useMay: () => session.may }));
vi.mock('#lib/title/use-title.ts', () => ({ useTitle: () => undefined }));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => (to: { search: (now: object) => unknown }) => searches.push(to.search({})),
  useRouter: () => ({ history: { push: (path: string) => visited.push(path) } }),
}));

const alert = (id: string, part: Partial<Alert> = {}) => fakeAlert({ id, ...part });
const page = (...data: Alert[]) => ({
  data,
  page: 1,
  limit: 100,
  count: data.length,
  open: { critical: data.length, high: 0, medium: 0, low: 0 },
});
const delivery: OperationOutput<'alerts:getDelivery'> = {
  emails: [],
  language: 'en',
  webhookUrl: '',
  leastPriority: 'high',
  mailOffered: true,
  lastFault: null,
};
const server = fakeServer({
  'alerts:list': () => page(alert('a'), alert('b', { places: 12 })),
  'alerts:getDelivery': delivery,
  'alerts:acknowledge': {},
  'alerts:snooze': {},
});

beforeEach(() => {
  session.may = true;
  searches.length = 0;
  visited.length = 0;
});
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

function show(search: AlertSearch = {}) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <AlertsPage search={search} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

describe('the list', () => {
  test('says what happened in the language of the page, where, and how many at once', async () => {
    switchLanguage('es');
    show();
    const row = (await screen.findByText('SIEM no acepta eventos')).closest('tr')!;
    expect(row.textContent).toContain('Crítica');
    expect(row.textContent).toContain('first · edge');
    expect(screen.getByText('SIEM no acepta eventos (12 a la vez)')).toBeTruthy();
  });

  test('leads to the screen of the cause', async () => {
    show();
    const link = await screen.findByRole('link', { name: 'SIEM isn’t accepting events' });
    expect(link.getAttribute('href')).toBe('/datasinks/DS_1');
    await userEvent.click(link);
    expect(visited).toEqual(['/datasinks/DS_1']);
  });

  test('asks for what the address names, and none at all differs from none that fit', async () => {
    server.answer({ 'alerts:list': page() });
    show({ which: 'snoozed', priority: 'high', source: 'listener' });
    await screen.findByText('No alerts match');
    expect(server.inputs('alerts:list')).toContainEqual({
      state: 'open',
      snoozed: true,
      priority: ['high'],
      source: ['listener'],
      page: 1,
      limit: 100,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(searches.at(-1)).toMatchObject({ which: undefined, priority: undefined, source: undefined });
    cleanup();
    show();
    await screen.findByText('No alerts');
  });

  test('who may only look finds nothing to change', async () => {
    session.may = false;
    show();
    await screen.findByText('SIEM isn’t accepting events');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delivery' })).toBeNull();
  });
});

describe('looking after', () => {
  test('acknowledges all that are chosen in one call', async () => {
    show();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
    await userEvent.click(screen.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(server.inputs('alerts:acknowledge')).toEqual([{ ids: ['a', 'b'] }]));
  });

  test('snoozes one for a day', async () => {
    show();
    const row = (await screen.findByText('SIEM isn’t accepting events')).closest('tr')!;
    await userEvent.click(within(row).getByRole('button', { name: 'Acknowledge, Snooze' }));
    const before = Date.now();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Snooze: For 1 day' }));
    await waitFor(() => expect(server.inputs('alerts:snooze')).toMatchObject([{ ids: ['a'] }]));
    expect(server.inputs('alerts:snooze')[0]!.until).toBeGreaterThanOrEqual(before + 86_400_000);
  });
});

describe('delivery', () => {
  test('shows the signing key, and the dialog stays until it was seen', async () => {
    server.answer({ 'alerts:updateDelivery': { signingKey: 'whsec_shown' } });
    show({ delivery: true });
    await userEvent.click(await screen.findByLabelText('Webhook'));
    await userEvent.paste('https://hooks.example.com/a');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('whsec_shown');
    expect(server.inputs('alerts:updateDelivery')).toMatchObject([
      { webhookUrl: 'https://hooks.example.com/a', newKey: false, leastPriority: 'high' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(searches.at(-1)).toMatchObject({ delivery: undefined });
  });

  test('what the server refuses stands beside the address, and nothing typed is lost', async () => {
    server.answer({ 'alerts:updateDelivery': refusing('ACQ-ALERT-ADDRESS', { address: 'http://10.0.0.1' }) });
    show({ delivery: true });
    const field = await screen.findByLabelText('Webhook');
    await userEvent.click(field);
    await userEvent.paste('http://10.0.0.1');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect((field as HTMLInputElement).value).toBe('http://10.0.0.1');
  });

  test.each([
    ['en', 'Webhook', 'Save', 'Connections to private addresses are not allowed'],
    ['es', 'Webhook', 'Guardar', 'No se permite conectar con direcciones privadas'],
  ] as const)('tells beside the address which rule refuses it, in the language of the page: %s', async (language, label, button, told) => {
    switchLanguage(language);
    server.answer({ 'alerts:updateDelivery': refusing('ACQ-ALERT-ADDRESS', { field: 'webhookUrl', rule: 'EGRESS_PRIVATE' }) });
    show({ delivery: true });
    const field = await screen.findByLabelText(label);
    await userEvent.click(field);
    await userEvent.paste('https://10.0.0.1');
    await userEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(field.closest('.ui-field')?.textContent).toContain(told));
  });

  const failed = (code: string) => ({
    'alerts:getDelivery': {
      ...delivery,
      mailOffered: false,
      lastFault: { channel: 'webhook', target: 'https://hooks.example.com/a', code, at: Date.now() } as const,
    },
  });

  test('tells what could not be delivered', async () => {
    server.answer(failed('HTTP_503'));
    show({ delivery: true });
    const note = (await screen.findByText(/https:\/\/hooks\.example\.com\/a/)).closest('.ui-note')!;
    expect(note.textContent).toContain(`${reasonText('HTTP_503', 'en').title}.`);
    await screen.findByText(/can’t send email/);
  });

  test.each([
    ['MAIL_NOT_TAKEN', 'El servidor de correo no aceptó el mensaje'],
    ['WEBHOOK_FAILED', 'La petición no se envió o no tuvo respuesta'],
    ['EGRESS_REFUSED', reasonText('EGRESS_REFUSED', 'es').title],
  ])('tells why in a sentence, not by its code alone: %s', async (code, words) => {
    switchLanguage('es');
    server.answer(failed(code));
    show({ delivery: true });
    const note = (await screen.findByText(/https:\/\/hooks\.example\.com\/a/)).closest('.ui-note')!;
    expect(note.textContent).toContain(words);
  });
});
