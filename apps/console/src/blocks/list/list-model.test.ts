import { describe, expect, it } from 'vitest';
import { isFiltered, viewOf } from './list-model.ts';

const item = (id: string, name: string, tags: readonly string[] = [], updatedAt = 0) => ({
  id,
  name,
  description: '',
  tags,
  createdAt: updatedAt,
  updatedAt,
});
const items = [item('LI_b', 'web 10', ['edge'], 3), item('LI_a', 'Ávila', ['core'], 1), item('LI_c', 'web 9', ['edge', 'core'], 2)];

describe('list', () => {
  it('sorts numbers in names as numbers', () => {
    expect(viewOf(items, {}).shown.map((entry) => entry.name)).toEqual(['Ávila', 'web 9', 'web 10']);
  });
  it('sorts by name, added and updated, either way', () => {
    const made = items.map((entry, index) => ({ ...entry, createdAt: [20, 30, 10][index]! }));
    const order = (sort: NonNullable<Parameters<typeof viewOf>[1]['sort']>) => viewOf(made, { sort }).shown.map(({ id }) => id.at(-1));
    expect((['name', '-name', 'updated', '-updated', 'added', '-added'] as const).map((sort) => order(sort).join(''))).toEqual([
      'acb',
      'bca',
      'acb',
      'bca',
      'cba',
      'abc',
    ]);
  });
  it('finds without case and accents, by id and by tag', () => {
    expect(viewOf(items, { q: 'avila' }).shown).toHaveLength(1);
    expect(viewOf(items, { q: 'li_c' }).shown).toHaveLength(1);
    expect(viewOf(items, { q: 'EDGE' }).shown).toHaveLength(2);
  });
  it('does not sort an answer again for each key: nothing of it is read twice', () => {
    let reads = 0;
    const named = (id: string, name: string) => Object.defineProperty(item(id, ''), 'name', { get: () => ((reads += 1), name) });
    const answer = [named('LI_2', 'b'), named('LI_1', 'a')];
    expect(viewOf(answer, { q: 'LI' }).shown.map(({ id }) => id)).toEqual(['LI_1', 'LI_2']);
    const before = reads;
    expect(viewOf(answer, { q: 'LI_2' }).shown.map(({ id }) => id)).toEqual(['LI_2']);
    expect([before > 0, reads]).toEqual([true, before]);
  });
  it('takes search text literally', () => {
    expect(viewOf(items, { q: 'a.b(' }).shown).toEqual([]);
  });
  it('counts what the filters hide', () => {
    const view = viewOf(items, { tag: ['core'] });
    expect([view.shown.length, view.hidden, view.tags]).toEqual([2, 1, ['core', 'edge']]);
  });
  it('sorts by rate, unknown last', () => {
    const rates: Readonly<Record<string, number>> = { LI_b: 5, LI_c: 9 };
    expect(viewOf(items, { sort: '-in' }, { rateIn: (entry) => rates[entry.id] ?? 0 }).shown.map((entry) => entry.id)).toEqual([
      'LI_c',
      'LI_b',
      'LI_a',
    ]);
  });
  it('does not change the given list', () => {
    const before = [...items];
    viewOf(items, { sort: '-name' });
    expect(items).toEqual(before);
  });
  it('knows an empty search from a filter', () => {
    expect(isFiltered({})).toBe(false);
    expect(isFiltered({ q: '' })).toBe(false);
    expect(isFiltered({ status: ['x'] })).toBe(true);
  });
});
