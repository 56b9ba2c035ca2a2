import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const operationMock =
  /vi\.(?:do)?[mM]ock\(\s*(?:import\()?['"](?:#lib\/operations|(?:\.\.?\/)+(?:lib\/)?operations)\/(?!session-over|testing)/;
/** What a page has around it, asks the server itself. */
const askingMock = /vi\.(?:do)?[mM]ock\(\s*(?:import\()?['"][^'"]*\/(?:use-preferences|use-table-settings|live-provider)\.tsx?['"]/;
const ownModuleMock =
  /vi\.(?:do)?[mM]ock\(\s*(?:import\()?['"]\.\/(?:call|call-entrance|use-operation|use-command|use-stream|operation-meta|index)\.ts/;

/** Whether a test of the console answers in the place of the modules that ask the server, where a wrong operation name passes. */
const mocksOperations = (path: string, text: string): boolean =>
  operationMock.test(text) || askingMock.test(text) || (path.includes('/lib/operations/') && ownModuleMock.test(text));

describe('a test of the console that replaces the modules of operations', () => {
  test.each([
    ["vi.mock('#lib/operations/index.ts', () => ({ useOperation: () => ({ data: [] }) }));", 'apps/console/src/features/a/a.test.tsx'],
    ["vi.mock('#lib/operations/call.ts', () => ({}));", 'apps/console/src/blocks/a/a.test.ts'],
    ["vi.mock(import('#lib/operations/use-stream.ts'), () => ({}));", 'apps/console/src/blocks/a/a.test.ts'],
    ["vi.doMock('../../lib/operations/use-command.ts', () => ({}));", 'apps/console/src/app/a.test.tsx'],
    ["vi.mock('#lib/preferences/use-preferences.ts', () => ({}));", 'apps/console/src/blocks/a/a.test.tsx'],
    ["vi.mock('#blocks/list/use-table-settings.ts', () => ({}));", 'apps/console/src/features/a/a.test.tsx'],
    ["vi.mock(import('./live-provider.tsx'), () => ({}));", 'apps/console/src/blocks/live/a.test.tsx'],
    ["vi.mock('./call.ts', () => ({}));", 'apps/console/src/lib/operations/listen.test.ts'],
  ])('%s is found', (text, path) => {
    expect(mocksOperations(path, text)).toBe(true);
  });

  test.each([
    ["vi.mock('@tanstack/react-router', () => ({}));", 'apps/console/src/features/a/a.test.tsx'],
    ["vi.mock('#lib/operations/session-over.ts', () => ({}));", 'apps/console/src/app/a.test.tsx'],
  ])('%s is none', (text, path) => {
    expect(mocksOperations(path, text)).toBe(false);
  });

  test('is not there: answer by the contract, with `fakeServer` of lib/operations/testing/fake-server.ts', () => {
    const paths = globSync('apps/console/src/**/*.test.{ts,tsx}', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => mocksOperations(path, readFileSync(`${root}/${path}`, 'utf8')))).toEqual([]);
  });
});
