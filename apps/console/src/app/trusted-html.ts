/** Radix writes this constant rule into a style element of its own: it hides the scroll bar of an open select. */
const selectStyle =
  '[data-radix-select-viewport]{scrollbar-width:none;-ms-overflow-style:none;-webkit-overflow-scrolling:touch;}[data-radix-select-viewport]::-webkit-scrollbar{display:none}';

/** The text itself if a part of the console may write it as HTML, else null, which the browser refuses and reports. */
export const permittedHtml = (text: string): string | null => (text === selectStyle ? text : null);

/** The address itself if it is a worker of this build, else null. Everything below `assets` is a file of the build. */
export function permittedScript(text: string): string | null {
  const { origin, href } = window.location;
  const url = URL.canParse(text, href) ? new URL(text, href) : undefined;
  return url?.origin === origin && /^\/assets\/[\w-]+-worker-[\w-]+\.js$/.test(url.pathname) ? url.href : null;
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createHTML: (text: string) => string | null; readonly createScriptURL: (text: string) => string | null },
  ): unknown;
}

/**
 * The one policy of the page for Trusted Types (`trusted-types default` in the server's content policy): no other text becomes
 * HTML or the address of a script, and none becomes a script. Before anything is drawn; nothing in browsers without Trusted Types.
 */
export function guardHtml(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: permittedHtml, createScriptURL: permittedScript });
}
