import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TooltipProvider } from '@acequia/ui';
import type { Letter, LetterCause, LetterDetail, OperationOutput } from '@acequia/contract';
import { datasink, documentOf } from '@acequia/pipeline/testing';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { switchLanguage } from '#i18n/i18n.ts';
import { expectToldAtSubmission, expectToldWhenLeft } from '#lib/forms/test-told-faults.ts';
import { fakeServer, Refusal, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeDocumentVersion, fakePipeline } from '#lib/operations/testing/fake-things.ts';
import type { LetterSearch } from '#lib/letter-search/letter-search.ts';
import { DeadLettersPage } from './dead-letters-page.tsx';

const session = vi.hoisted(() => ({ may: true, readContent: true }));
const toasts = vi.hoisted(() => [] as { title: string; content?: string }[]);
const searches = vi.hoisted(() => [] as unknown[]);

vi.mock('#lib/session/index.ts', () => ({
  useMay: (permission: string) => (permission === 'content:read' ? session.readContent : session.may),
  useSession: () => ({ user: { UID: 'US_ana' } }),
}));
vi.mock('#lib/title/use-title.ts', () => ({ useTitle: () => undefined }));
vi.mock('#blocks/components/cards.ts', () => ({ titleOf: (_kind: string, id: string) => id }));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => (to: { search: (now: object) => unknown }) => searches.push(to.search({})),
  Link: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}));
vi.mock('@acequia/ui', async (load) => ({
  ...(await load<object>()),
  toast: (command: { title: string; content?: string }) => toasts.push(command),
}));

const letter = (id: string, part: Partial<Letter> = {}): Letter => ({
  id,
  eventId: `e-${id}`,
  at: 1_700_000_000_000,
  state: 'open',
  pipelineId: 'PL_1',
  versionId: 'PV_1',
  node: 'out',
  listenerId: 'LI_1',
  outcome: 'rejected',
  code: 'HTTP_400',
  message: 'HTTP_400',
  component: 'http',
  attempts: 1,
  status: 400,
  response: 'bad level',
  offset: null,
  edited: false,
  preview: `raw of ${id}`,
  ...part,
});
const detail = (id: string): LetterDetail => ({
  ...letter(id),
  json: '{"n":9223372036854775807}',
  fields: [
    { name: 'n', type: 'integer', value: '9223372036854775807' },
    { name: '_raw', type: 'string', value: 'as it came' },
  ],
});
const cause = (part: Partial<LetterCause> = {}): LetterCause => ({
  pipelineId: 'PL_1',
  node: 'out',
  listenerId: '',
  code: 'HTTP_400',
  count: 2,
  firstAt: 1,
  lastAt: 2,
  ...part,
});

type Causes = OperationOutput<'deadLetters:causes'>;
const causes = (part: Partial<Causes> = {}): Causes => ({
  causes: [cause()],
  bytes: 1,
  limitBytes: 9,
  ageMs: 604_800_000,
  lost: { limit: 0, age: 0 },
  away: [],
  ...part,
});
const letters = (...some: readonly Letter[]) => ({ letters: [...some], next: null, away: [] });
const server = fakeServer({
  'deadLetters:causes': causes(),
  'deadLetters:list': letters(letter('a'), letter('b')),
  'deadLetters:find': detail('a'),
  'pipelines:list': [fakePipeline('PL_1', 'Firewalls', { runningVersion: '1.0.0' })],
  'pipelines:listVersions': [],
  'pipelines:getVersion': fakeDocumentVersion('1.0.0', documentOf([datasink('out', { component: 'http', name: 'SIEM' })])),
  'listeners:list': [],
  'datasinks:list': [],
});

beforeEach(() => {
  session.may = true;
  session.readContent = true;
  toasts.length = 0;
  searches.length = 0;
});
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

function show(search: LetterSearch = {}) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <DeadLettersPage search={search} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

describe('the list', () => {
  test('names the cause in the language of the page, with pipeline and step', async () => {
    switchLanguage('es');
    show();
    const causes = await screen.findByRole('navigation', { name: 'Causas' });
    await waitFor(() => expect(causes.textContent).toContain('Firewalls · SIEM'));
    expect(causes.textContent).toContain('HTTP_400');
    expect(causes.textContent).not.toContain('undefined');
    expect(await screen.findAllByText('raw of a')).toHaveLength(1);
  });

  test.each([
    [
      'what was expected, in the language of the page',
      { expected: { code: 'EXPECTED_DIGITS', fields: { field: 'port' } } },
      /tipo, en el campo port: se esperaban cifras\./,
    ],
    ['what an old message says, as a quote', { message: 'port: expected digits' }, /tipo: «port: expected digits»\./],
  ])('says of a letter %s', async (_, part, sentence) => {
    switchLanguage('es');
    const whole = { ...detail('a'), code: 'PARSE_TYPE', message: 'PARSE_TYPE', status: null, response: null, ...part };
    server.answer({ 'deadLetters:find': whole });
    show({ letter: 'a' });
    expect(await screen.findByText(sentence)).toBeDefined();
  });

  test('none at all, and none that fit, are different', async () => {
    server.answer({ 'deadLetters:causes': causes({ causes: [], bytes: 0 }), 'deadLetters:list': letters() });
    show();
    expect(await screen.findByText('No dead letters')).toBeDefined();
    cleanup();
    show({ q: 'x' });
    expect(await screen.findByText('No matches')).toBeDefined();
  });

  test('a page without letters but with more behind goes on searching', async () => {
    server.answer({ 'deadLetters:list': ({ cursor }) => (cursor === undefined ? { ...letters(), next: 'c1' } : letters(letter('old'))) });
    show({ q: 'x' });
    await userEvent.click(await screen.findByRole('button', { name: 'Search further back' }));
    expect(await screen.findByText('raw of old')).toBeDefined();
  });

  test('without content:read names no event, offers nothing that would show one, and says why', async () => {
    session.may = false;
    session.readContent = false;
    server.answer({ 'deadLetters:list': letters(letter('a', { message: '', preview: '', response: null })) });
    show({ q: 'x', letter: 'a' });
    expect((await screen.findAllByText('Event contents are hidden from viewers')).length).toBeGreaterThan(0);
    await screen.findByText('e-a');
    expect(screen.queryByRole('button', { name: 'e-a', hidden: true })).toBeNull();
    expect(screen.queryByRole('searchbox', { hidden: true })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export', hidden: true })).toBeNull();
    expect(server.inputs('deadLetters:list')).toEqual([{ limit: 100 }]);
    expect(server.inputs('deadLetters:find')).toEqual([]);
  });

  test('says which worker is missing and what has fallen out', async () => {
    server.answer({ 'deadLetters:causes': causes({ bytes: 9, lost: { limit: 3, age: 4 }, away: ['w2'] }) });
    show();
    expect((await screen.findByText(/w2/)).textContent).toBe(
      'No answer from w2. Dead letters of these workers are missing here. Deleted because the space for dead letters was full: 3. Deleted after 7 days: 4.',
    );
  });

  test('who may only read has nothing to press', async () => {
    session.may = false;
    show();
    await screen.findByText('raw of a');
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Re-drive|Discard/ })).toBeNull();
  });
});

describe('changes', () => {
  test('all of a cause go piece by piece; what stays is told with the reason', async () => {
    const piece = (next: string | null) => ({ done: 500, refused: [], away: [], next });
    const last = { ...piece(null), done: 1, refused: [{ code: 'NODE_MISSING', count: 2 }] };
    server.answer({ 'deadLetters:redrive': ({ letters: asked }) => ('cursor' in asked && asked.cursor === 'c1' ? last : piece('c1')) });
    show({ pipeline: 'PL_1', node: 'out', code: 'HTTP_400' });
    await userEvent.click(await screen.findByRole('button', { name: 'Re-drive all' }));
    const dialog = await screen.findByRole('dialog', { name: 'Re-drive 2 events?' });
    await userEvent.click(within(dialog).getByRole('radio', { name: /The start of the pipeline/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Re-drive' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['501 events re-driven', '2 events stay in dead letters']));
    expect(toasts[1]!.content).toContain('The running version does not have this step');
    const filter = { pipelineId: 'PL_1', node: 'out', code: 'HTTP_400' };
    expect(server.inputs('deadLetters:redrive')).toEqual([
      { letters: { filter }, into: 'start' },
      { letters: { filter, cursor: 'c1' }, into: 'start' },
    ]);
  });

  test('that end in the middle say how many were made before', async () => {
    server.answer({
      'deadLetters:redrive': ({ letters: asked }) => {
        if ('cursor' in asked) throw new Refusal('WEB-00027');
        return { done: 500, refused: [], away: [], next: 'c1' };
      },
    });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Re-drive all' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Re-drive' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)[0]).toBe('500 events re-driven'));
  });

  test('of letters that others changed meanwhile say that nothing was done', async () => {
    server.answer({ 'deadLetters:redrive': { done: 0, refused: [], away: [], next: null } });
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Re-drive all' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Re-drive' }));
    await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['No events re-driven']));
  });

  test('the chosen ones are not discarded without a reason', async () => {
    server.answer({ 'deadLetters:discard': { done: 1, refused: [], away: [], next: null } });
    show();
    await userEvent.click((await screen.findAllByRole('checkbox', { name: /^Select the event/ }))[1]!);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard 1 event?' });
    const missing = { field: 'Reason', fault: 'Enter a reason' };
    await expectToldWhenLeft(missing);
    await expectToldAtSubmission('Discard', missing);
    expect(server.inputs('deadLetters:discard')).toEqual([]);
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'noise');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(server.inputs('deadLetters:discard')).toEqual([{ letters: { ids: ['b'] }, reason: 'noise' }]));
  });
});

describe('a row', () => {
  test('opens its letter wherever it is clicked, and a choice in it does not', async () => {
    show();
    const row = (await screen.findByText('raw of a')).closest('tr')!;
    await userEvent.click(within(row).getByRole('checkbox'));
    expect(searches).toEqual([]);
    await userEvent.click(within(row).getByText(/SIEM/));
    expect(searches).toEqual([{ letter: 'a' }]);
    within(row).getByRole('button').focus();
    await userEvent.keyboard('{Enter}');
    expect(searches).toEqual([{ letter: 'a' }, { letter: 'a' }]);
  });
});

describe('one letter', () => {
  test('shows the answer of the destination and what was received', async () => {
    show({ letter: 'a' });
    const drawer = await screen.findByRole('dialog');
    expect(await within(drawer).findByText('bad level')).toBeDefined();
    expect(within(drawer).getByText('as it came')).toBeDefined();
  });

  test('that was changed says by whom and when, apart from when it was refused', async () => {
    const changed = (id: string) => ({ edited: true, editedAt: Date.now() - 5 * 60_000, editedBy: { id, name: 'Olga Ost' } });
    for (const [some, words] of [
      [changed('US_ana'), 'You changed the fields of this event.5 min. ago'],
      [changed('US_olga'), 'Olga Ost changed the fields of this event.5 min. ago'],
      [{ edited: true }, 'Someone changed the fields of this event.'],
    ] as const) {
      server.answer({ 'deadLetters:find': { ...detail('a'), ...some } });
      show({ letter: 'a' });
      const drawer = await screen.findByRole('dialog');
      const note = await within(drawer).findByText(/changed the fields of this event/);
      expect(note.textContent).toBe(words);
      expect(within(drawer).getByTitle(/Nov 14 2023/)).toBeDefined();
      cleanup();
    }
  });

  test('is edited with exact numbers; a fault stands at the field and what was typed stays', async () => {
    server.answer({ 'deadLetters:edit': refusing('ACQ-LETTER-FIELDS', { fault: 'FIELD_NAME', field: '_x' }) });
    show({ letter: 'a' });
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Fields of the event as JSON' });
    expect((field as HTMLTextAreaElement).value).toBe('{\n  "n": 9223372036854775807\n}');
    await userEvent.clear(field);
    await userEvent.type(field, '{{"_x":1');
    expect(screen.queryByText('This is not valid JSON')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This is not valid JSON')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(server.inputs('deadLetters:edit')).toEqual([]);
    await userEvent.type(field, '}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/A field cannot have this name/)).toBeDefined();
    expect((field as HTMLTextAreaElement).value).toBe('{"_x":1}');
    server.answer({ 'deadLetters:edit': { id: 'other' } });
    await userEvent.type(field, ' ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(searches).toContainEqual({ letter: 'other' }));
    expect(toasts).toContainEqual(expect.objectContaining({ title: '1 event changed' }));
  });

  test('that is gone says so', async () => {
    server.answer({ 'deadLetters:find': refusing('ACQ-NOT-FOUND') });
    show({ letter: 'a' });
    expect((await screen.findAllByText('This dead letter no longer exists')).length).toBeGreaterThan(0);
  });
});
