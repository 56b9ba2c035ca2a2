/** How a child process ended, as `exit` tells it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What an operator may not know of a signal. */
const causes: Readonly<Partial<Record<NodeJS.Signals, string>>> = {
  SIGKILL: 'killed from outside, or by the system because memory ran out',
  SIGABRT: 'its heap was full, or another fatal error',
};

/** For a line that a person reads. */
export function describeEnd({ code, signal }: ProcessEnd): string {
  if (signal === null) return `code ${code ?? 1}`;
  const cause = causes[signal];
  return cause === undefined ? `signal ${signal}` : `signal ${signal}: ${cause}`;
}
