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
export function isFailedFetch(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof FailedFetch) return true;
  if ('code' in error && error.code === 'NETWORK') return true;
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
}
