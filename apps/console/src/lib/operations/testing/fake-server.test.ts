import { describe, expect, it } from 'vitest';
import type { OperationName } from '@acequia/contract';
import { callEntrance } from '../call-entrance.ts';
import { callOperation } from '../call.ts';
import type { StreamItem } from '../listen.ts';
import { toOperationError } from '../operation-error.ts';
import { fakeServer, openStream, Refusal } from './fake-server.ts';

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: unknown) => toOperationError(error).code,
  );

describe('the fake server', () => {
  const server = fakeServer({ 'secrets:list': [], 'secrets:deleteSecret': ({ id }) => (id === 'SE_2' ? refuse() : {}) });
  const refuse = (): never => {
    throw new Refusal('ACQ-IN-USE', { count: 2 });
  };

  it('answers by the contract, remembers what was asked, and refuses with a code that the contract names', async () => {
    expect(await callOperation('secrets:list', {})).toEqual([]);
    expect(await callOperation('secrets:deleteSecret', { id: 'SE_1' })).toEqual({});
    const refusal = await callOperation('secrets:deleteSecret', { id: 'SE_2' }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'ACQ-IN-USE', fields: { count: 2 } });
    expect(server.inputs('secrets:deleteSecret')).toEqual([{ id: 'SE_1' }, { id: 'SE_2' }]);
  });

  it('answers the pages before the session, too', async () => {
    server.answer({ 'auth:forgotPassword': {} });
    expect(await callEntrance('auth:forgotPassword', { email: 'ana@example.com' })).toEqual({});
  });
});

describe('a stream', () => {
  const server = fakeServer();
  const change: StreamItem<'pipelines:watchStatus'> = { entity: 'listener', id: 'LI_1' };
  const read = async (stream: AsyncIterable<unknown>, count: number) => {
    const items: unknown[] = [];
    for await (const item of stream) if (items.push(item) === count) break;
    return items;
  };

  it('tells what is sent while it is open, and ends when the console leaves it', async () => {
    const changes = openStream(change);
    const ended = Promise.withResolvers<void>();
    server.answer({
      'pipelines:watchStatus': (input, signal) => {
        signal.addEventListener('abort', () => ended.resolve());
        return changes.answer(input, signal);
      },
    });
    const leave = new AbortController();
    const stream = await callOperation('pipelines:watchStatus', {}, { signal: leave.signal });
    const items = stream[Symbol.asyncIterator]();
    expect(await items.next()).toMatchObject({ value: change });
    changes.send({ ...change, entity: 'label' });
    expect(await items.next()).toMatchObject({ value: { entity: 'label' } });
    const last = codeOf(items.next());
    leave.abort();
    expect(await last).toBe('ABORTED');
    await ended.promise;
  });

  it('may be refused after it has begun', async () => {
    server.answer({
      'assistant:ask': async function* () {
        yield { type: 'text', text: 'Half' } as const;
        throw new Refusal('ACQ-ASSISTANT-AWAY');
      },
    });
    const stream = await callOperation('assistant:ask', { messages: [{ from: 'person', text: 'Why?' }] });
    const seen: unknown[] = [];
    const code = await codeOf(
      (async () => {
        for await (const item of stream) seen.push(item);
      })(),
    );
    expect([seen, code]).toEqual([[{ type: 'text', text: 'Half' }], 'ACQ-ASSISTANT-AWAY']);
  });

  it.fails('fails the test with an item that is none of the contract', async () => {
    server.answer({ 'pipelines:watchStatus': openStream({ ...change, entity: 'cloud' } as never).answer });
    await codeOf(read(await callOperation('pipelines:watchStatus', {}), 1));
    server.check();
  });
});

describe('what the contract does not allow fails the test', () => {
  const server = fakeServer({ 'secrets:list': [{ id: 'SE_1' }] as never });
  it.fails('an operation that is not there', async () => {
    await codeOf(callOperation('secrets:listAll' as OperationName, {} as never));
    server.check();
  });
  it.fails('an input that is none', async () => {
    await codeOf(callOperation('secrets:deleteSecret', { id: 7 } as never));
    server.check();
  });
  it.fails('an answer that is none', async () => {
    await codeOf(callOperation('secrets:list', {}));
    server.check();
  });
  it.fails('an operation without an answer', async () => {
    await codeOf(callOperation('listeners:list', {}));
    server.check();
  });
  it.fails('a refusal that the contract does not name', async () => {
    server.answer({
      'secrets:list': () => {
        throw new Refusal('ACQ-TESTS-FAILED');
      },
    });
    await codeOf(callOperation('secrets:list', {}));
    server.check();
  });
});
