import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useDraft } from './use-draft.ts';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('draft of a form', () => {
  it('survives a reload', () => {
    const first = renderHook(() => useDraft('a', { name: '' }));
    act(() => first.result.current[1]({ name: 'typed' }));
    first.unmount();
    const second = renderHook(() => useDraft('a', { name: '' }));
    expect(second.result.current[0]).toEqual({ name: 'typed' });
    expect(second.result.current[2].restored).toBe(true);
  });
  it('leaves nothing behind when nothing was typed or after it was cleared', () => {
    const first = renderHook(() => useDraft('a', { name: '' }));
    expect(sessionStorage.length).toBe(0);
    act(() => first.result.current[1]({ name: 'typed' }));
    act(() => first.result.current[2].clear());
    first.unmount();
    expect(sessionStorage.length).toBe(0);
  });
  it('ignores a damaged one', () => {
    sessionStorage.setItem('acequia:draft:a', '{');
    expect(renderHook(() => useDraft('a', 1)).result.current[0]).toBe(1);
  });
});
