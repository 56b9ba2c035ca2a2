import { describe, expect, it } from 'vitest';
import { fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { findObjects, indexObjects, recentObjects, type PaletteObject } from './found-objects.ts';

const object = (id: string, name: string, updatedAt = 0, tags: readonly string[] = []): PaletteObject => ({
  kind: 'listener',
  id,
  name,
  tags,
  updatedAt,
  status: fakeStatus(),
});

describe('what was changed last', () => {
  it('is four objects of any kind, newest first', () => {
    const objects = [3, 9, 1, 7, 5, 8].map((at) => object(`L_${at}`, `n${at}`, at));
    expect(recentObjects(objects).map(({ updatedAt }) => updatedAt)).toEqual([9, 8, 7, 5]);
  });

  it('is all of them when there are fewer, the first of equals first', () => {
    expect(recentObjects([object('a', 'a'), object('b', 'b')]).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(recentObjects([])).toEqual([]);
  });
});

describe('a search', () => {
  const index = indexObjects([
    object('LI_1', 'Cortafuegos de Málaga', 0, ['Producción']),
    object('LI_2', 'Firewall', 0, ['edge']),
    object('LI_3', 'Edge router'),
  ]);
  const found = (sought: string) => findObjects(index, sought).map(({ id }) => id);

  it('looks at name, id and tags, without case and accents', () => {
    expect(found('malaga')).toEqual(['LI_1']);
    expect(found('PRODUCCION')).toEqual(['LI_1']);
    expect(found('li_3')).toEqual(['LI_3']);
  });

  it('wants every word, and puts names that begin with it first', () => {
    expect(found('edge')).toEqual(['LI_3', 'LI_2']);
    expect(found('router edge')).toEqual(['LI_3']);
    expect(found('router málaga')).toEqual([]);
  });
});
