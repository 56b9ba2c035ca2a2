/** A fault of a pipeline (catalogue 2.2). Errors stop publishing; warnings are shown. */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: 'error' | 'warning';
  readonly node?: string;
  readonly port?: string;
  /** Path into the node's configuration. */
  readonly path?: string;
  /** For `config`: the code of the configuration fault. */
  readonly fault?: string;
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** `error-unconnected` is not found here: it is raised by whoever sees events rejected there. */
export const problemCodes = [
  'no-label',
  'two-labels',
  'label-missing',
  'listener-missing',
  'no-datasink',
  'datasink-missing',
  'cycle',
  'unreachable',
  'component-unknown',
  'version-unknown',
  'config',
  'secret-missing',
  'lookup-missing',
  'port-unknown',
  'port-unconnected',
  'too-many-copies',
  'raw-kept',
  'error-unconnected',
] as const;
export type ProblemCode = (typeof problemCodes)[number];
