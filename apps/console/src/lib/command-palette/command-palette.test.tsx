import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useCommandPalette } from './command-palette.ts';

test('outside of its provider the palette says so', () => {
  expect(() => renderHook(() => useCommandPalette())).toThrow('useCommandPalette should be used within a provider');
});
