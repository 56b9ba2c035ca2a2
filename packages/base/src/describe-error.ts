/** What a log keeps of an error: what it is, where it was thrown and why, never a value that somebody entered. */
export interface ErrorDescription {
  readonly type: string;
  readonly code?: string;
  /** Absent where it would repeat a value. */
  readonly message?: string;
  /** The text of a failed statement, with placeholders for its parameters. */
  readonly statement?: string;
  /** What the database names: constraint, table, column. */
  readonly about?: string;
  /** Frames alone. */
  readonly stack?: readonly string[];
  readonly cause?: ErrorDescription;
}

const causesMax = 5;
const framesMax = 12;
const statementMax = 2000;

/**
 * Describes anything that was thrown. A failed statement is described without its parameters, and an error of the database without the
 * texts that repeat them: they hold addresses, keys and hashes.
 */
export function describeError(thrown: unknown, depth = 1): ErrorDescription {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { code, statement, message } = factsOf(thrown);
  const about = aboutOf(thrown);
  const stack = (thrown.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, framesMax);
  return {
    type: thrown.name === 'Error' ? thrown.constructor.name : thrown.name,
    ...(code === undefined ? {} : { code }),
    ...(message === undefined ? {} : { message }),
    ...(statement === undefined ? {} : { statement: statement.slice(0, statementMax) }),
    ...(about === undefined ? {} : { about }),
    ...(stack.length > 0 ? { stack } : {}),
    ...(thrown.cause !== undefined && depth < causesMax ? { cause: describeError(thrown.cause, depth + 1) } : {}),
  };
}

/** For a person at a terminal: the type and text of an error and of its causes, and where it was thrown. */
export function errorLines(thrown: unknown): string {
  const lines: string[] = [];
  for (let each: ErrorDescription | undefined = describeError(thrown); each; each = each.cause)
    lines.push(
      [each.type, each.code, each.message, each.statement].filter((part) => part !== undefined).join(': '),
      ...(each.stack ?? []).map((frame) => `    ${frame}`),
    );
  return lines.join('\n');
}

function factsOf(error: Error): Pick<ErrorDescription, 'code' | 'message' | 'statement'> {
  const { code, query, params, severity } = error as Error & Readonly<Record<string, unknown>>;
  const facts = typeof code === 'string' ? { code } : {};
  if (typeof query === 'string' && Array.isArray(params)) return { ...facts, statement: query };
  // SQLSTATE class 22 (data exceptions) quotes the value in its text.
  const quotes = typeof severity === 'string' && typeof code === 'string' && code.startsWith('22');
  return quotes ? facts : { ...facts, message: error.message };
}

function aboutOf(error: Error): string | undefined {
  const { severity, constraint, table, column, routine } = error as Error & Readonly<Record<string, unknown>>;
  if (typeof severity !== 'string') return undefined;
  const named = [constraint, table, column, routine].filter((each) => typeof each === 'string');
  return named.length > 0 ? named.join(' ') : undefined;
}
