import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { entrancePaths } from '../src/app/entrance-paths.ts';

/** What every page begins with, the entrance and the console, and small parts of the entrance's forms that many pages use. */
const base = [
  /vite[\\/]preload-helper/,
  /[\\/]src[\\/]blocks[\\/]mfa[\\/](?:texts|code-field)/,
  /[\\/]src[\\/](?:app[\\/](?:entrance-paths|boot|trusted-html)\.ts|app[\\/]error-reporting[\\/]collect\.ts|lib[\\/]drafts[\\/]retired-drafts\.ts)$/,
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
  /[\\/]node_modules[\\/]@radix-ui[\\/]react-(?:slot|compose-refs)[\\/]/,
  /[\\/]packages[\\/]ui[\\/]src[\\/](?:icons[\\/]|ui-words|class-names|drawings[\\/]|surfaces[\\/]surfaces|marks[\\/](?:marks|spinner)|controls[\\/](?:button|field|input)\.)/,
  /[\\/]packages[\\/]domain[\\/]src[\\/]own-path\.ts$/,
  /[\\/]src[\\/]i18n[\\/]/,
  /[\\/]src[\\/]app[\\/](?:texts\.ts|lazy-reload\.ts|providers\.tsx|entrance[\\/]texts\.ts)$/,
  /[\\/]src[\\/]lib[\\/](?:after-paint|title|email|preferences[\\/]preferences|format[\\/]zone|forms[\\/](?:use-left-fields|focus-first-fault|use-told-faults)|operations[\\/](?:operation-error|error-words|call-entrance))/,
  /[\\/]packages[\\/]contract[\\/]src[\\/]errors[\\/]words\.ts$/,
];

/** What stands on every page behind the login, and the small parts that home shares with most of them. */
const frame = [
  /[\\/]src[\\/]app[\\/]console\.tsx$/,
  /[\\/]packages[\\/]ui[\\/]src[\\/](?:controls[\\/]toggles|marks[\\/]sparkline)/,
  /[\\/]src[\\/]blocks[\\/](?:date-range[\\/](?:date-range|texts)|page[\\/](?:page-title-id|page-header|rate)|list[\\/]cell-trend|live[\\/]use-series|object-state[\\/](?:state-chip|state-looks|state-reason|texts|with-reason))/,
  /[\\/]src[\\/]lib[\\/](?:ranges[\\/]use-(?:period|range)|format[\\/]time-ago|operations[\\/]reason-texts)/,
];

const matches = (patterns: readonly RegExp[]) => (id: string) => patterns.some((pattern) => pattern.test(id));

/** Few files instead of many small ones: a browser asks for six at a time, and each turn takes a way to the server and back. */
export const firstLoadGroups = [
  { name: 'base', priority: 2, test: matches(base) },
  { name: 'frame', priority: 1, test: matches(frame) },
];

/** Asks for the font of every page with the page itself, not when its first words are drawn. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /\/inter-latin-wght-normal-[\w-]+\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}

/**
 * Asks for the script of the console with the page itself, not when the page's first script has run: the other large one comes
 * beside it. And the icon, which a browser asks for before it paints, comes in the page. The script stands before the style, for
 * which it would wait, and gets the nonce of the page.
 */
export function startEarly(): Plugin {
  return {
    name: 'start-early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const ofConsole = Object.values(bundle ?? {}).find(
          (part) => part.type === 'chunk' && part.moduleIds.some((id) => /[\\/]src[\\/]app[\\/]console\.tsx$/.test(id)),
        );
        if (!ofConsole) return html;
        const icon = readFileSync(new URL('../public/logo.svg', import.meta.url)).toString('base64');
        return html
          .replace('"/logo.svg"', `"data:image/svg+xml;base64,${icon}"`)
          .replace('<script type="module"', (module) => `<script>${askingFor(`/${ofConsole.fileName}`)}</script>\n    ${module}`);
      },
    },
  };
}

/** For every address that is not one of the entrance, as `main.ts` decides. */
const askingFor = (href: string): string => `{
      const { pathname, hash } = location;
      if (!${JSON.stringify(entrancePaths)}.includes(pathname) && !hash.startsWith('#setup='))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: '${href}' }));
    }`;
