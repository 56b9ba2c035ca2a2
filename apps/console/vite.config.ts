import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { operationMeta } from './build/operation-meta.ts';

/** The server writes its nonce over this text in the delivered index.html. */
const noncePlaceholder = '__ACEQUIA_NONCE__';

/** The host stays as it is, or the server would take the page for another site. */
const devServer = { target: process.env['ACEQUIA_DEV_SERVER'] ?? 'http://127.0.0.1:8080', changeOrigin: false };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), operationMeta()],
  html: { cspNonce: noncePlaceholder },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /[\\/]packages[\\/](?!ui)[^\\/]+[\\/]src[\\/]/, sideEffects: false }] } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/rpc': devServer, '/api': devServer },
  },
});
