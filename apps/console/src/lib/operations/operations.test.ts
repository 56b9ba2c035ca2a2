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
    expect(toOperationError(new OperationError('NETWORK')).code).toBe('NETWORK');
    expect(toOperationError(new TypeError('undefined is not a function')).code).toBe('WEB-00000');
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
  it.each([
    ['secrets:deleteSecret', { id: 'SE_1' }, 'secrets:getUsages', { id: 'SE_1' }, 'secrets:getUsages', { id: 'SE_2' }],
    ['authToken:deleteById', { id: 'AT_1' }, 'authToken:find', { id: 'AT_1' }, 'authToken:getAll', {}],
    ['lookups:deleteVersion', { id: 'LK_1', number: 2 }, 'lookups:findVersion', { id: 'LK_1', number: 2 }, 'lookups:find', { id: 'LK_1' }],
    ['pipelines:remove', { id: 'PL_1' }, 'pipelines:find', { id: 'PL_1' }, 'pipelines:list', {}],
  ] as const)('%s spares what it removes, and nothing else', async (removing, input, gone, goneInput, other, otherInput) => {
    const client = new QueryClient();
    client.setQueryData([gone, goneInput], {});
    client.setQueryData([other, otherInput], {});
    await client
      .getMutationCache()
      .build(client, { mutationKey: [removing], mutationFn: () => Promise.resolve({}) })
      .execute(input);
    await invalidateEntities(client, metaOf(removing).changes);
    expect(client.getQueryState([gone, goneInput])?.isInvalidated).toBe(false);
    expect(client.getQueryState([other, otherInput])?.isInvalidated).toBe(true);
    client.clear();
  });
  it('every operation that removes one thing is known by its route, whatever it is called', () => {
    const removing = Object.entries(contract).flatMap(([noun, verbs]) =>
      Object.keys(verbs)
        .filter((verb) => metaOf(`${noun}:${verb}` as 'secrets:list').removes.length > 0)
        .map((verb) => `${noun}:${verb}`),
    );
    expect(removing).toEqual(
      expect.arrayContaining([
        'secrets:deleteSecret',
        'authToken:deleteById',
        'lookups:deleteVersion',
        'lookups:remove',
        'listeners:remove',
      ]),
    );
    expect(removing).not.toContain('lookups:removeRefresh');
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
