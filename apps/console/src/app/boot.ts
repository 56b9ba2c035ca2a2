/** What the server tells every page; absent only when the bundle is served by something else. */
export interface Boot {
  readonly version?: string;
  readonly maintenance?: string;
  /** On `/join` with a session: whose it is. */
  readonly account?: string;
}

declare global {
  interface Window {
    readonly __ACEQUIA__?: Boot;
  }
}

export const boot = (): Boot => window.__ACEQUIA__ ?? {};

export const pageLanguage = (): 'en' | 'es' => (document.documentElement.lang === 'es' ? 'es' : 'en');
