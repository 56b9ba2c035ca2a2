import { defineConfig } from 'vitest/config';
import { operationMeta } from './build/operation-meta.ts';

export default defineConfig({
  plugins: [operationMeta()],
  test: { name: 'console', environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
