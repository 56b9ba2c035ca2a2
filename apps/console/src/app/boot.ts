/** What the server tells every page; absent only when the bundle is served by something else. */
export interface Boot {
  readonly version?: string;
  /** `true` or `1`: nobody gets in. */
  readonly maintenance?: string;
  readonly maintenanceTitle?: string;
  readonly maintenanceDescription?: string;
  /** `true` or `1`: the console reports its errors to `errorReportingDsn`. */
  readonly errorReporting?: string;
  readonly errorReportingDsn?: string;
  /** On `/join` with a session: whose it is. */
  readonly account?: string;
}

declare global {
  interface Window {
    readonly __ACEQUIA__?: Boot;
  }
}

export const boot = (): Boot => window.__ACEQUIA__ ?? {};

/** A flag is text, as all window settings are. */
const isOn = (flag: string | undefined): boolean => flag === 'true' || flag === '1';

export const isUnderMaintenance = ({ maintenance }: Boot): boolean => isOn(maintenance);
export const isReporting = ({ errorReporting }: Boot): boolean => isOn(errorReporting);

export const pageLanguage = (): 'en' | 'es' => (document.documentElement.lang === 'es' ? 'es' : 'en');
