/** The nonce of the page's policy, read from its first script; primitives that write a style element need it. */
export function pageNonce(): string | undefined {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
  return nonce === '' ? undefined : nonce;
}

export function styleNonce(): { readonly nonce?: string } {
  const nonce = pageNonce();
  return nonce === undefined ? {} : { nonce };
}

declare global {
  var __webpack_nonce__: string | undefined;
}

/** Tells the scroll lock under selects and menus the nonce for the style element it writes; it looks for this name. Once, before the first of them. */
export function provideStyleNonce(): void {
  globalThis.__webpack_nonce__ = pageNonce();
}
