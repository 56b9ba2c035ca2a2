/**
 * One way out of a page: the first navigation stands, and a second one does not cut it short.
 * While the user's own log-out or change of tenant is being answered, the end of the session is no news:
 * it waits for that answer.
 */
export interface Departure {
  /** The user asked to leave; `leave` or `stay` must follow. */
  readonly ask: () => void;
  /** The request to leave was refused. Had the session ended meanwhile, the page leaves for that. */
  readonly stay: () => void;
  /** Leaves for a path that the server did not ask for; waits while a request to leave is being answered. */
  readonly driven: (path: string) => void;
  /** Leaves for this path. */
  readonly leave: (path: string) => void;
}

export function departure(navigate: (path: string) => void): Departure {
  let leaving = false;
  let asked = false;
  let waiting: string | undefined;
  const leave = (path: string): void => {
    if (leaving) return;
    leaving = true;
    navigate(path);
  };
  return {
    ask: () => {
      asked = true;
    },
    stay: () => {
      asked = false;
      if (waiting !== undefined) leave(waiting);
    },
    driven: (path) => {
      if (asked) waiting ??= path;
      else leave(path);
    },
    leave,
  };
}
