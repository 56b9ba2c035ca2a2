import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { useNodeName } from './use-node-name.ts';

afterEach(() => {
  cleanup();
  startI18n('en');
});

it.each([
  ['en', ['All events', 'Unlabelled', 'Errors', 'all']],
  ['es', ['Todos los eventos', 'Sin etiqueta', 'Errors', 'all']],
] as const)('does not show the id of a label that every listener has (%s)', (language, names) => {
  startI18n(language);
  const { result } = renderHook(useNodeName);
  const things = [
    { column: 'label', id: 'all', name: 'all' },
    { column: 'label', id: 'unlabelled', name: 'unlabelled' },
    { column: 'label', id: 'LB_1', name: 'Errors' },
    { column: 'pipeline', id: 'PL_1', name: 'all' },
  ] as const;
  expect(things.map(result.current)).toEqual(names);
});
