import { describe, expect, it } from 'vitest';
import type { OperationName } from '@acequia/contract';
import { callEntrance } from '../call-entrance.ts';
import { callOperation } from '../call.ts';
import { toOperationError } from '../operation-error.ts';
import { fakeServer, Refusal } from './fake-server.ts';

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
