import { TooltipProvider } from '@acequia/ui';
import type { LookupMissing } from '@acequia/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { switchLanguage } from '#i18n/i18n.ts';
import { MissingNotes } from './missing-notes.tsx';

const noRoom = { code: 'LOOKUP_MEMORY', fields: { version: 3, neededMB: 900, freeMB: 12, limitMB: 1073 } };
const missing = (some: Partial<LookupMissing> = {}): LookupMissing => ({ worker: 'edge', version: 3, reason: noRoom, since: 1, ...some });

const show = (all: readonly LookupMissing[]) =>
  render(
    <TooltipProvider>
      <MissingNotes missing={[...all]} />
    </TooltipProvider>,
  );

afterEach(() => {
  cleanup();
  switchLanguage('en');
});

test('a worker without room says which version, how much it lacks, and what to do', () => {
  show([missing()]);
  const note = screen.getByRole('status');
  expect(note.textContent).toContain('Version 3 is not active on the worker edge');
  expect(note.textContent).toContain('Version 3 needs 900 MB, and 12 of 1073 MB are free.');
  expect(note.textContent).toContain('ACEQUIA_LOOKUP_BYTES');
});

test('each worker stands for itself, in Spanish too', () => {
  switchLanguage('es');
  show([missing(), missing({ worker: 'core', version: null, reason: { code: 'LOOKUP_NOT_LOADED', fields: {} } })]);
  const [edge, core] = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(edge).toContain('La versión 3 no está activa en el worker edge');
  expect(core).toContain('El worker no pudo cargar la tabla del enriquecimiento');
});

test('where all is in force nothing is said', () => {
  show([]);
  expect(screen.queryByRole('status')).toBeNull();
});
