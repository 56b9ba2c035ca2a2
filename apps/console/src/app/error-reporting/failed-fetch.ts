/** An answer that says the server failed. */
export class FailedFetch extends Error {
  override readonly name = 'FailedFetch';
  constructor(method: string, url: string, status: number) {
    super(`${method} ${pathOf(url)} answered ${status}`);
  }
}

/** The path alone: what is asked for stays here. */
const pathOf = (url: string): string => (URL.canParse(url, window.location.origin) ? new URL(url, window.location.origin).pathname : '');

/** Whether the network or the server failed, in each browser’s words; not whether somebody left before the answer. */
export function isFailedFetch(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof FailedFetch) return true;
  if ('code' in error && error.code === 'NETWORK') return true;
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
}

/** What there is to report of a fetch that has ended, with an answer of this status or with an error; undefined when there is nothing. */
export function failureOf(method: string, url: string, status: number | undefined, error: unknown): Error | undefined {
  if (status !== undefined && status >= 500) return new FailedFetch(method, url, status);
  return isFailedFetch(error) ? error : undefined;
}
