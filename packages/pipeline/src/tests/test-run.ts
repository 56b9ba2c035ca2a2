/** What the evaluation of a test needs to know of a run of its events; the trace of a document is one. */
export interface TestRun {
  readonly traces: readonly RunEvent[];
  /** What kept nodes or the whole from running. */
  readonly faults: readonly { readonly node?: string | undefined; readonly code: string; readonly message?: string | undefined }[];
  /** Some of what happened is not told. */
  readonly cut: boolean;
}

export interface RunEvent {
  /** Number among the events in. */
  readonly event: number;
  /** The node that made it, of events that did not come in. */
  readonly madeBy?: string | undefined;
  readonly steps: readonly {
    readonly node: string;
    readonly input: { readonly json: string };
    readonly outcomes: readonly RunOutcome[];
  }[];
}

export type RunOutcome =
  | { readonly kind: 'left'; readonly port: string; readonly event: { readonly json: string } }
  | { readonly kind: 'refused'; readonly code: string; readonly event: { readonly json: string } }
  | { readonly kind: 'arrived'; readonly event: { readonly json: string } }
  /** With the port and what would have left by it where nothing is linked there. */
  | {
      readonly kind: 'ended';
      readonly reason: string;
      readonly port?: string | undefined;
      readonly event?: { readonly json: string } | undefined;
    }
  | { readonly kind: 'held' };
