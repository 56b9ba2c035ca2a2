import { defineConfig } from 'vitest/config';

const never = ['**/node_modules/**', '**/dist/**', '**/.cache/**'];

/** unit: beside the code · dom: what renders · rules: the rules themselves · e2e: three processes and a real browser, one file at a time · faults: kills, cuts and damage */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{server,worker,cli}/src/**/*.test.ts',
            'tests/pipelines/**/*.test.ts',
            'tests/load/**/*.test.ts',
          ],
          exclude: [...never, 'packages/ui/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './apps/console/vite.config.ts',
        root: '.',
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['packages/ui/src/**/*.test.{ts,tsx}', 'apps/console/src/**/*.test.{ts,tsx}'],
          exclude: never,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'rules', include: ['tooling/**/*.test.ts'], exclude: never, testTimeout: 180_000 } },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: never,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: never,
          testTimeout: 600_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
