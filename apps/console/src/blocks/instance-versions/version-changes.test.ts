import { expect, test } from 'vitest';
import { changesBetween } from './version-changes.ts';

const version = (config: Record<string, unknown>, name = 'Lake', tags: readonly string[] = []) => ({
  number: 1,
  name,
  description: '',
  tags: [...tags],
  componentVersion: '1.0.0',
  config,
  savedAt: 0,
  savedBy: '',
});

test('names each field that was set, changed or taken away, inside of objects and lists', () => {
  const before = version({ address: 'a', tls: { verify: true, ca: 'x' }, headers: [{ name: 'k', value: '1' }], codes: [200, 201] });
  const after = version({ address: 'b', tls: { verify: false }, headers: [{ name: 'k', value: '2' }], codes: [200], retry: 3 });
  expect(changesBetween(before, after)).toEqual([
    { path: 'config.address', before: 'a', after: 'b' },
    { path: 'config.tls.verify', before: 'true', after: 'false' },
    { path: 'config.tls.ca', before: 'x', after: undefined },
    { path: 'config.headers.0.value', before: '1', after: '2' },
    { path: 'config.codes', before: '[200,201]', after: '[200]' },
    { path: 'config.retry', before: undefined, after: '3' },
  ]);
});

test('tells an empty text from one that is not set, and says nothing of what stayed', () => {
  expect(changesBetween(version({ note: '' }), version({}))).toEqual([{ path: 'config.note', before: '', after: undefined }]);
  expect(changesBetween(version({ a: 1 }), version({ a: 1 }))).toEqual([]);
  expect(changesBetween(version({}, 'Lake', ['x']), version({}, 'Sea', []))).toEqual([
    { path: 'name', before: 'Lake', after: 'Sea' },
    { path: 'tags', before: '["x"]', after: '[]' },
  ]);
});
