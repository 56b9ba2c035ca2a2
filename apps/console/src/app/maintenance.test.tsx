import { act } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { isUnderMaintenance } from './boot.ts';
import { showMaintenance } from './maintenance.tsx';

afterEach(() => vi.unstubAllGlobals());

function shown(settings: object): string {
  vi.stubGlobal('__ACEQUIA__', settings);
  const root = document.createElement('div');
  act(() => showMaintenance(root));
  return root.textContent;
}

test('the flag is read as text: a word for no does not close the console', () => {
  for (const maintenance of ['true', '1']) expect(isUnderMaintenance({ maintenance })).toBe(true);
  for (const maintenance of ['', 'false', '0', 'no']) expect(isUnderMaintenance({ maintenance })).toBe(false);
  expect(isUnderMaintenance({})).toBe(false);
});

test('the screen says what the operator wrote, else what it means', () => {
  expect(shown({ maintenance: 'true', maintenanceTitle: 'Moving house', maintenanceDescription: 'Back at nine.' })).toBe(
    'Moving houseBack at nine.',
  );
  expect(shown({ maintenance: 'true', maintenanceTitle: '', maintenanceDescription: '' })).toMatch(
    /^Acequia is under maintenance.*flowing/,
  );
});
