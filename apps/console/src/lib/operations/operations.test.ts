import { describe, expect, it } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { contract } from '@acequia/contract';
import { isSessionOver, OperationError, toOperationError } from './operation-error.ts';
import { metaOf, readsAny } from './operation-meta.ts';
import { loginPath } from './session-over.ts';
import { invalidateEntities } from './use-operation.ts';

describe('errors', () => {
  it('keeps code and fields of a refusal', () => {
    const refusal = Object.assign(new Error('x'), { code: 'WEB-00031', data: { fields: { name: 'taken' } } });
    expect(toOperationError(refusal)).toMatchObject({ code: 'WEB-00031', fields: { name: 'taken' } });
  });
  it('tells no answer, an abort and a foreign answer apart', () => {
    expect(toOperationError(new TypeError('Failed to fetch')).code).toBe('NETWORK');
    expect(toOperationError(new DOMException('', 'AbortError')).code).toBe('ABORTED');
    expect(toOperationError(Object.assign(new Error('x'), { code: 'INTERNAL_SERVER_ERROR' })).code).toBe('WEB-00000');
    expect(toOperationError('x').code).toBe('WEB-00000');
  });
  it('knows the end of the session', () => {
    expect(isSessionOver(new OperationError('AUTH.EXPIRED'))).toBe(true);
    expect(isSessionOver(new OperationError('AUTH.CREDENTIALS'))).toBe(false);
  });
});

describe('meta', () => {
  it('covers every operation of the contract', () => {
    for (const [noun, verbs] of Object.entries(contract))
      for (const verb of Object.keys(verbs)) expect(metaOf(`${noun}:${verb}` as 'secrets:list')).toBeDefined();
  });
  it('finds what a change makes stale', () => {
    expect(metaOf('secrets:deleteSecret').changes).toContain('secret');
    expect(readsAny('secrets:list', ['secret'])).toBe(true);
    expect(readsAny('secrets:list', ['listener'])).toBe(false);
  });
});

describe('what a page removes', () => {
  it('is not asked for again while it is being removed and after, so that nobody reads “not found” on the way out', async () => {
    const client = new QueryClient();
    const find = (id: string) => ['listeners:find', { id }];
    for (const id of ['LS_1', 'LS_2']) client.setQueryData(find(id), {});
    const { promise, resolve } = Promise.withResolvers<object>();
    const removal = client.getMutationCache().build(client, { mutationKey: ['listeners:remove'], mutationFn: () => promise });
    const ended = removal.execute({ id: 'LS_1' });
    const stale = async () => {
      await invalidateEntities(client, ['listener']);
      return ['LS_1', 'LS_2'].map((id) => client.getQueryState(find(id))?.isInvalidated);
    };
    expect(await stale()).toEqual([false, true]);
    resolve({});
    await ended;
    expect(await stale()).toEqual([false, true]);
    client.clear();
  });
  it('is asked for again when the removal was refused', async () => {
    const client = new QueryClient();
    client.setQueryData(['listeners:find', { id: 'LS_1' }], {});
    const refuse = () => Promise.reject(new Error('used'));
    const removal = client.getMutationCache().build(client, { mutationKey: ['listeners:remove'], mutationFn: refuse, retry: false });
    await removal.execute({ id: 'LS_1' }).catch(() => undefined);
    await invalidateEntities(client, ['listener']);
    expect(client.getQueryState(['listeners:find', { id: 'LS_1' }])?.isInvalidated).toBe(true);
    client.clear();
  });
});

describe('login', () => {
  it('leads back to a path of this site only', () => {
    expect(loginPath('/listeners?q=a', 'AUTH.EXPIRED')).toBe('/login?next=%2Flisteners%3Fq%3Da&reason=AUTH.EXPIRED');
    expect(loginPath('//evil.example')).toBe('/login');
    expect(loginPath('/')).toBe('/login');
  });
});
