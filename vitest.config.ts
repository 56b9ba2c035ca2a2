import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];

/** Files at a time: every core has work, and two files wait for each other's turns on the smallest machine. */
const filesAtOnce = Math.max(2, availableParallelism() - 1);
/** Installations and engines at a time: each is several processes, that wait for each other about half of the time. */
const installationsAtOnce = 2;

/** A process that holds more after a file is replaced: the contexts of files before are let go late. */
const domMemory = '1GB';

/** What a test waits for comes late on a busy machine; a second, as the runner has it, is no patience. */
const patient = { expect: { poll: { timeout: 20_000 } } };

const unit = { ...patient, testTimeout: 60_000, hookTimeout: 120_000 };

/** Waits for the databases that tests have started. */
const endOfServers = 'apps/server/src/db/testing/servers-end.ts';

/** unit: beside the code · unit-server: the same of the server · dom: what renders · rules: the rules themselves · e2e: three processes and a real browser · surveys: the same, every page in every look and hundreds of random edits · faults: kills, cuts and damage */
export default defineConfig({
  test: {
    maxWorkers: filesAtOnce,
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{worker,cli}/src/**/*.test.ts',
            'tests/pipelines/**/*.test.ts',
            'tests/templates/**/*.test.ts',
            'tests/load/**/*.test.ts',
            'tests/fleet/**/*.test.ts',
          ],
          exclude: [...never, 'packages/ui/**'],
          globalSetup: endOfServers,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit-server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: never,
          // Each file loads all of the server, which takes longer than many of their tests: the files of a process share what is loaded.
          isolate: false,
          globalSetup: endOfServers,
        },
      },
      {
        extends: './apps/console/vite.config.ts',
        root: '.',
        test: {
          ...patient,
          name: 'dom',
          environment: 'happy-dom',
          pool: 'vmForks',
          vmMemoryLimit: domMemory,
          setupFiles: 'tooling/dom-globals.ts',
          include: ['packages/ui/src/**/*.test.{ts,tsx}', 'apps/console/src/**/*.test.{ts,tsx}'],
          exclude: never,
          testTimeout: 30_000,
        },
      },
      { test: { ...patient, name: 'rules', include: ['tooling/**/*.test.ts'], exclude: never, testTimeout: 180_000 } },
      {
        test: {
          ...patient,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: never,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          maxWorkers: installationsAtOnce,
          sequence: { groupOrder: 1 },
          globalSetup: 'tests/e2e/harness/build-first.ts',
        },
      },
      {
        test: {
          ...patient,
          name: 'surveys',
          include: ['tests/surveys/**/*.test.ts'],
          exclude: never,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          maxWorkers: installationsAtOnce,
          sequence: { groupOrder: 2 },
          globalSetup: 'tests/e2e/harness/build-first.ts',
        },
      },
      {
        test: {
          ...patient,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: never,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          maxConcurrency: installationsAtOnce,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
