/** https, or plain http to this machine. */
export function isSecureUrl(url: string): boolean {
  const match = /^(https?):\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(url);
  if (match === null) return false;
  const host = match[2]!.toLowerCase();
  return match[1]!.toLowerCase() === 'https' || host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

const internalAddress = /^(?:10\..*|172\.(?:1[6-9]|2\d|3[01])\..*|192\.168\..*|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\..*|\[f[cd].*\])$/;
/** Names that no public name server knows: a single word, and those of domains that are kept for internal use. */
const internalName = /^(?:[a-z0-9_-]*[a-z][a-z0-9_-]*|.*\.(?:internal|intranet|private|corp|home|lan|local|localhost|home\.arpa|svc))\.?$/;

/** Whether an address leads to a private network whoever resolves its name. */
export function isInternalUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return !neverCalled.test(hostname) && (internalAddress.test(hostname) || internalName.test(hostname));
}

/** Hosts, as `URL` writes them, that the guard of connections refuses whatever is allowed: to be said before how they are called. */
const neverCalled =
  /^(?:(?:0|169\.254|22[4-9]|23\d)\..*|100\.100\.100\.200|168\.63\.129\.16|192\.0\.0\.192|255\.255\.255\.255|\[(?:::|::ffff:a9fe:.*|fe[89ab][\da-f]:.*|ff[\da-f]{2}:.*|fd00:ec2:.*|fd00:42::42|fd20:ce::254)\])$/;

/** What is wrong with an address that is not secure, as the code of a configuration's fault. */
export function insecureFault(url: string): 'EGRESS_NEVER' | 'CONFIG_HTTPS' | 'CONFIG_PLAIN_HTTP' {
  if (URL.canParse(url) && neverCalled.test(new URL(url).hostname)) return 'EGRESS_NEVER';
  return isInternalUrl(url) ? 'CONFIG_PLAIN_HTTP' : 'CONFIG_HTTPS';
}

export interface TargetUrl {
  /** Scheme and host, and the path of `baseUrl`; never made from an event. */
  readonly origin: string;
  /** Template of what follows. */
  readonly rest: string;
}

/**
 * Splits the node's address into the part that is fixed and the template after it. The host comes from `baseUrl` or is
 * written out; undefined when it is neither. `/` alone is the base address as it is written.
 */
export function splitTarget(url: string, baseUrl: string | undefined): TargetUrl | undefined {
  const whole = /^(https?:\/\/[^/?#]+)(.*)$/is.exec(url);
  if (whole !== null) return /\$\{|\{\{/.test(whole[1]!) ? undefined : { origin: whole[1]!, rest: whole[2]! === '' ? '/' : whole[2]! };
  if (baseUrl === undefined || /^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  if (url === '/') return { origin: baseUrl, rest: '' };
  const base = baseUrl.replace(/\/+$/, '');
  return { origin: base, rest: url.startsWith('/') || url.startsWith('?') ? url : `/${url}` };
}
