/** Of a run, what is read here. */
export interface RecordedRun {
  readonly traces: readonly {
    readonly steps: readonly {
      readonly node: string;
      readonly input: { readonly json: string; readonly types: Readonly<Record<string, string>> };
    }[];
  }[];
}

export interface RecordedEvents {
  /** In the order in which they first appear; the type of a field that was null at first is that of its first value. */
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  /** Events as JSON, in order. */
  readonly events: readonly string[];
}

/** What came to a node in a run. */
export function recordedEvents(run: RecordedRun, node: string): RecordedEvents {
  const inputs = run.traces.flatMap(({ steps }) => steps.filter((step) => step.node === node).map(({ input }) => input));
  const types = new Map<string, string>();
  for (const input of inputs)
    for (const [name, type] of Object.entries(input.types)) if ((types.get(name) ?? 'null') === 'null') types.set(name, type);
  return { fields: [...types].map(([name, type]) => ({ name, type })), events: inputs.map(({ json }) => json) };
}
