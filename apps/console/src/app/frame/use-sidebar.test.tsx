import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSidebar } from './use-sidebar.ts';

let widthPx = 1440;
const changes = new EventTarget();
const resize = (px: number) => {
  widthPx = px;
  changes.dispatchEvent(new Event('change'));
};
beforeEach(() => {
  localStorage.clear();
  widthPx = 1440;
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.defineProperty(changes, 'matches', { configurable: true, get: () => widthPx <= Number(/\d+/.exec(query)![0]) }),
  );
});
afterEach(() => vi.unstubAllGlobals());

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

it('gives its width to the page in a narrow window, unless somebody opened it', () => {
  const { result } = renderHook(() => useSidebar('pages'));
  act(() => resize(1024));
  expect(result.current.collapsed).toBe(true);
  act(() => resize(1440));
  expect(result.current.collapsed).toBe(false);
  act(() => resize(1024));
  act(() => result.current.collapse(false));
  expect(result.current.collapsed).toBe(false);
  expect(renderHook(() => useSidebar('pages')).result.current.collapsed).toBe(false);
});
