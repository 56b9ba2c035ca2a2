import { describe, expect, it } from 'vitest';
import { contract } from '@acequia/contract';
import { isSessionOver, OperationError, toOperationError } from './operation-error.ts';
import { metaOf, readsAny } from './operation-meta.ts';
import { loginPath } from './session-over.ts';

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

describe('login', () => {
  it('leads back to a path of this site only', () => {
    expect(loginPath('/listeners?q=a', 'AUTH.EXPIRED')).toBe('/login?next=%2Flisteners%3Fq%3Da&reason=AUTH.EXPIRED');
    expect(loginPath('//evil.example')).toBe('/login');
    expect(loginPath('/')).toBe('/login');
  });
});
