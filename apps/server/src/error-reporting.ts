import { StartFault } from './start-fault.ts';

/** Where the console sends its own errors: texts among the window settings. */
export interface ErrorReporting {
  /** `true` or `1`: on. */
  readonly on: string;
  /** `https://<public key>@<host>/<project>` of a receiver that speaks Sentry's protocol. */
  readonly dsn: string;
}

const isOn = (flag: string | undefined): boolean => flag === 'true' || flag === '1';

/** Throws `StartFault` when it is turned on without an address that can be sent to. */
export function readErrorReporting(env: Readonly<Record<string, string | undefined>>): ErrorReporting {
  const { ACEQUIA_ERROR_REPORTING: on = '', ACEQUIA_ERROR_REPORTING_DSN: dsn = '' } = env;
  if (isOn(on) && originOf(dsn) === undefined)
    throw new StartFault(
      'ACEQUIA_ERROR_REPORTING_DSN must be the address of a project, such as https://publickey@errors.example.com/1, without a secret.',
    );
  return { on, dsn };
}

/** The one origin besides our own that the console's pages may call; undefined while reporting is off. */
export const reportOrigin = (settings: Readonly<Record<string, string>>): string | undefined =>
  isOn(settings['errorReporting']) ? originOf(settings['errorReportingDsn'] ?? '') : undefined;

function originOf(dsn: string): string | undefined {
  if (!URL.canParse(dsn)) return undefined;
  const { protocol, username, password, pathname, origin } = new URL(dsn);
  return /^https?:$/.test(protocol) && username !== '' && password === '' && /\/\d+$/.test(pathname) ? origin : undefined;
}
