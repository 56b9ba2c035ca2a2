import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { useNodeName } from './use-node-name.ts';

afterEach(() => {
  cleanup();
  startI18n('en');
});

it.each([
  ['en', ['All of Web servers', 'Unlabeled of Web servers', 'Errors', 'all']],
  ['es', ['Todo de Web servers', 'Sin etiqueta de Web servers', 'Errors', 'all']],
] as const)('does not show the id of a label that every listener has (%s)', (language, names) => {
  startI18n(language);
  const { result } = renderHook(useNodeName);
  const things = [
    { column: 'label', id: 'all', name: 'all', listener: 'Web servers' },
    { column: 'label', id: 'unlabelled', name: 'unlabelled', listener: 'Web servers' },
    { column: 'label', id: 'LB_1', name: 'Errors', listener: 'Web servers' },
    { column: 'pipeline', id: 'PL_1', name: 'all' },
  ] as const;
  expect(things.map(result.current)).toEqual(names);
});
