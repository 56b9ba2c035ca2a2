import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useSidebar } from './use-sidebar.ts';

beforeEach(() => localStorage.clear());

it('starts open on pages and closed beside the canvas', () => {
  expect(renderHook(() => useSidebar('pages')).result.current.collapsed).toBe(false);
  expect(renderHook(() => useSidebar('editor')).result.current.collapsed).toBe(true);
});

it('remembers each choice for its own place', () => {
  const { result } = renderHook(() => useSidebar('editor'));
  act(() => result.current.collapse(false));
  expect(result.current.collapsed).toBe(false);
  expect(renderHook(() => useSidebar('editor')).result.current.collapsed).toBe(false);
  expect(renderHook(() => useSidebar('pages')).result.current.collapsed).toBe(false);
  act(() => result.current.collapse(true));
  expect(renderHook(() => useSidebar('editor')).result.current.collapsed).toBe(true);
});
