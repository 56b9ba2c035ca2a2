import { defineConfig } from 'vitest/config';
import { catalogue } from './build/catalogue.ts';
import { languageTexts } from './build/language-texts.ts';
import { operationMeta } from './build/operation-meta.ts';

export default defineConfig({
  plugins: [operationMeta(), catalogue(), languageTexts()],
  test: { name: 'console', environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
