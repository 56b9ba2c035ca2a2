import { describe, expect, it } from 'vitest';
import { listSearch } from '#lib/list-search/list-search.ts';
import { settingsSearch, typeSearch, windowSearch } from './search.ts';

describe('what stands in the address', () => {
  it('opens the settings for any section and for none without one', () => {
    expect(settingsSearch({ section: 'nonsense', option: 7 })).toEqual({ section: 'nonsense', option: '7' });
    expect(settingsSearch({ section: {} })).toEqual({ section: 'your_preferences' });
    expect(settingsSearch({ option: 'users', item: 'x' })).toEqual({});
  });
  it('leaves out what a list does not understand', () => {
    expect(listSearch({ q: 12, sort: 'size', view: {}, tag: 'x', status: ['a', 3] })).toEqual({
      q: '12',
      sort: undefined,
      view: undefined,
      tag: undefined,
      status: ['a'],
      tab: undefined,
    });
  });
  it('keeps the range of the activity log apart from that of the page', () =>
    expect(windowSearch({ range: '1h', logRange: 'custom', logFrom: 1, logTo: 'x' })).toMatchObject({
      range: '1h',
      logRange: 'custom',
      logFrom: 1,
      logTo: undefined,
    }));
  it('reads the type null as a word', () => expect(typeSearch({ type: null })).toEqual({ type: 'null' }));
});
