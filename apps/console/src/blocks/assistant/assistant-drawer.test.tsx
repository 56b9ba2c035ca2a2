import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AssistantPiece, AssistantStatus } from '@acequia/contract';
import { emptyDocument } from '@acequia/pipeline';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AnchorHTMLAttributes } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { fakeServer, openStream, Refusal } from '#lib/operations/testing/fake-server.ts';
import { AssistantDrawer } from './assistant-drawer.tsx';
import type { AssistantPlace } from './assistant-place.ts';
import { conversationOf } from './model/conversation-store.ts';

const navigate = vi.hoisted(() => vi.fn());
const rights = vi.hoisted(() => ({ readContent: true }));

vi.mock('#lib/session/index.ts', () => ({ useMay: () => rights.readContent }));

vi.mock('@tanstack/react-router', () => ({
  useSearch: () => ({ assistant: 'open' }),
  useNavigate: () => navigate,
  Link: ({ to, children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }) => (
    <a href={to} {...rest}>
      {children}
    </a>
  ),
}));

const status: AssistantStatus = { on: true, model: 'toy-1', host: 'models.example', questionsPerHour: 60 };
const server = fakeServer({ 'assistant:status': status });
const says = (...pieces: readonly AssistantPiece[]) =>
  server.answer({
    'assistant:ask': async function* () {
      yield* pieces;
    },
  });
const text = (words: string): AssistantPiece => ({ type: 'text', text: words });
const change: AssistantPiece = {
  type: 'proposal',
  title: 'Drop debug lines',
  changes: [{ type: 'remove', nodes: ['a'], links: [] }],
};
const asked = () => server.inputs('assistant:ask');

function show(place?: AssistantPlace) {
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <AssistantDrawer {...(place ? { place } : {})} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
const ask = async (question: string) => userEvent.type(await screen.findByRole('textbox', { name: 'Question' }), `${question}{Enter}`);
const place = (draft?: NonNullable<AssistantPlace['draft']>): AssistantPlace => ({
  pipelineId: 'PL_1',
  name: 'canal',
  version: 'Main',
  document: emptyDocument,
  ...(draft ? { draft } : {}),
});

beforeAll(() => loadErrorWords());
afterEach(() => {
  cleanup();
  rights.readContent = true;
  for (const id of [undefined, 'PL_1']) {
    conversationOf(id).clear();
    conversationOf(id).showEvents(false);
  }
});

describe('an answer', () => {
  it('is drawn as it comes, as text: no markup of it becomes the page’s, and no address can be followed', async () => {
    says(text('Two **pipe'), text('lines**. <img src=x onerror=alert(1)> [here](https://evil.example/?q=1)'));
    const { baseElement } = show();
    await ask('What runs?');
    expect((await screen.findByText('pipelines')).tagName).toBe('STRONG');
    expect(baseElement.querySelector('img')).toBeNull();
    expect(screen.getByText(/<img src=x/)).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Conversation' })).queryByRole('link')).toBeNull();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('The answer is ready'));
  });

  it('tells what was looked up, with the way there, and what was refused', async () => {
    says(
      { type: 'read', operation: 'pipelines:find', id: 'PL_9', code: null },
      { type: 'read', operation: 'alerts:list', id: null, code: 'WEB-00027' },
      text('Done.'),
    );
    show();
    await ask('What runs?');
    expect((await screen.findByRole('link', { name: 'Pipelines · PL_9' })).getAttribute('href')).toBe('/pipelines/PL_9');
    expect((await screen.findByText('refused: Your role does not allow this')).title).toBe('WEB-00027');
  });

  it('goes on with the conversation, and forgets it when a new one begins', async () => {
    says(text('One.'));
    show();
    await ask('How many?');
    await screen.findByText('One.');
    await ask('Which?');
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]?.messages).toEqual([
      { from: 'person', text: 'How many?' },
      { from: 'assistant', text: 'One.' },
      { from: 'person', text: 'Which?' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'New conversation' }));
    expect(screen.queryByText('One.')).toBeNull();
  });

  it('does not let events be seen before the person says so', async () => {
    says(text('Ok.'));
    show();
    await ask('a');
    await screen.findByText('Ok.');
    await userEvent.click(screen.getByRole('switch', { name: /Show events/ }));
    await ask('b');
    await waitFor(() => expect(asked().map(({ showEvents }) => showEvents)).toEqual([false, true]));
  });

  it('does not offer events to who may not see them', async () => {
    rights.readContent = false;
    show();
    await screen.findByRole('textbox', { name: 'Question' });
    expect(screen.queryByRole('switch', { name: /Show events/ })).toBeNull();
  });

  it('can be stopped, and asked for again', async () => {
    const given = Promise.withResolvers<AbortSignal>();
    server.answer({
      'assistant:ask': (input, signal) => {
        given.resolve(signal);
        return openStream(text('Once upon')).answer(input, signal);
      },
    });
    show();
    await ask('Tell me');
    await screen.findByText('Once upon');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect((await given.promise).aborted).toBe(true);
    expect(screen.getByText('Stopped')).toBeTruthy();
    says(text('A river.'));
    await userEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('A river.')).toBeTruthy();
    expect(asked()[1]?.messages).toEqual([{ from: 'person', text: 'Tell me' }]);
  });

  it('that fails says why, and keeps what had come', async () => {
    server.answer({
      'assistant:ask': async function* () {
        yield text('Half');
        throw new Refusal('ACQ-ASSISTANT-AWAY');
      },
    });
    show();
    await ask('Tell me');
    expect(await screen.findByText('The model doesn’t answer')).toBeTruthy();
    expect(screen.getByText('Half')).toBeTruthy();
  });
});

describe('a proposal', () => {
  const propose = async (draft?: NonNullable<AssistantPlace['draft']>) => {
    says(change);
    show(place(draft));
    await ask('Drop debug');
    return within(await screen.findByRole('region', { name: 'Proposed changes' }));
  };

  it('changes nothing by itself; applied, it is said so and cannot be applied twice', async () => {
    const apply = vi.fn(() => true);
    const card = await propose({ look: () => ({ fits: true, view: 'the difference' }), apply });
    expect(card.getByText('the difference')).toBeTruthy();
    expect(apply).not.toHaveBeenCalled();
    expect(asked()[0]?.place?.draft).toBe(true);
    await userEvent.click(card.getByRole('button', { name: 'Apply to draft' }));
    expect(apply).toHaveBeenCalledOnce();
    expect(card.getByText('Applied to the draft')).toBeTruthy();
    expect(card.queryByRole('button')).toBeNull();
  });

  it('that no longer fits cannot be applied; it can be discarded', async () => {
    const card = await propose({ look: () => ({ fits: false, view: 'gone' }), apply: () => false });
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Apply to draft' }).disabled).toBe(true);
    await userEvent.click(card.getByRole('button', { name: 'Discard' }));
    expect(card.getByText('Discarded')).toBeTruthy();
  });

  it('has no way to be applied where nothing can be changed', async () => {
    const card = await propose();
    expect(card.queryByRole('button')).toBeNull();
    expect(asked()[0]?.place?.draft).toBe(false);
  });
});

it('without a model it says how one is set, asks nothing, and searches the documentation', async () => {
  server.answer({ 'assistant:status': { ...status, on: false, model: '', host: '' } });
  show();
  await screen.findByText(/ACEQUIA_ASSISTANT_URL/);
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search the documentation' }), 'dead letter');
  expect((await screen.findAllByText(/dead letter/i)).length).toBeGreaterThan(0);
  expect(asked()).toEqual([]);
});
