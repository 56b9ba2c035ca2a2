import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { catalogue } from './build/catalogue.ts';
import { compressed } from './build/compressed.ts';
import { firstLoadGroups, preloadFont, startEarly } from './build/first-load.ts';
import { languageTexts } from './build/language-texts.ts';
import { operationMeta } from './build/operation-meta.ts';

/** The server writes its nonce over this text in the delivered index.html. */
const noncePlaceholder = '__ACEQUIA_NONCE__';

/** The host stays as it is, or the server would take the page for another site. */
const devServer = { target: process.env['ACEQUIA_DEV_SERVER'] ?? 'http://127.0.0.1:8080', changeOrigin: false };

/** Modules that only declare: a page loads those it uses, also through the entry of a feature. */
const pure = /[\\/]packages[\\/](?!ui)[^\\/]+[\\/]src[\\/]|[\\/]src[\\/](features|blocks|lib)[\\/].*index\.ts$/;

/** Definitions keep their component in the name, so that what a form loads can be told (`build/bundle-sizes.ts`). */
function chunkFileNames({ moduleIds }: { readonly moduleIds: readonly string[] }): string {
  for (const id of moduleIds) {
    const [, kind, component] = /[\\/](listener|datasink)s[\\/]([\w-]+)[\\/]definition\.ts$/.exec(id) ?? [];
    if (component !== undefined) return `assets/${kind}-definition-${component}-[hash].js`;
  }
  return 'assets/[name]-[hash].js';
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), operationMeta(), catalogue(), languageTexts(), preloadFont(), startEarly(), compressed()],
  html: { cspNonce: noncePlaceholder },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: pure, sideEffects: false }] },
      output: { chunkFileNames, codeSplitting: { groups: firstLoadGroups } },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/rpc': devServer, '/api': devServer },
  },
});
