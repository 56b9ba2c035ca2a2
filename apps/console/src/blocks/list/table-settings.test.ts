import { describe, expect, it } from 'vitest';
import { arranged, isArranged, moved, noSettings, resized, toggleHidden, togglePinned, visible } from './table-settings.ts';

const columns = ['name', 'status', 'type', 'tags'].map((id) => ({ id }));
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join(' ');

describe('a table as its user arranged it', () => {
  it('is as it was made while nothing is arranged', () => {
    expect(ids(visible(columns, noSettings))).toBe('name status type tags');
    expect(isArranged(noSettings)).toBe(false);
  });

  it('hides columns, and shows them again, but never the name', () => {
    const hidden = toggleHidden(toggleHidden(noSettings, 'type'), 'name');
    expect(ids(visible(columns, hidden))).toBe('name status tags');
    expect(ids(visible(columns, toggleHidden(hidden, 'type')))).toBe('name status type tags');
  });

  it('pins columns behind the name', () => {
    expect(ids(visible(columns, togglePinned(noSettings, 'tags')))).toBe('name tags status type');
  });

  it('moves a column by one place, not before the name, not over the edge, not among pinned ones', () => {
    expect(ids(arranged(columns, moved(noSettings, columns, 'type', -1)))).toBe('name type status tags');
    expect(moved(noSettings, columns, 'status', -1)).toBe(noSettings);
    expect(moved(noSettings, columns, 'tags', 1)).toBe(noSettings);
    const pinned = togglePinned(noSettings, 'tags');
    expect(moved(pinned, columns, 'status', -1)).toBe(pinned);
  });

  it('keeps widths between what can be grabbed and what fits', () => {
    expect(resized(noSettings, 'type', 3).widths).toEqual({ type: 48 });
    expect(resized(noSettings, 'type', 123.4).widths).toEqual({ type: 123 });
    expect(resized(noSettings, 'type', 9_999).widths).toEqual({ type: 1200 });
  });

  it('does not break over columns that came or went with a new version', () => {
    const old = { hidden: ['gone'], pinned: ['gone'], order: ['tags', 'gone', 'status'], widths: { gone: 80 } };
    expect(ids(visible(columns, old))).toBe('name tags status type');
  });
});
