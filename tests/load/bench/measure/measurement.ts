/** What one run gave. CPU is counted from the moment the system was warm and at rest until its last output. */
export interface Measurement {
  readonly seconds: number;
  readonly eventsPerSecond: number;
  readonly cpuSecondsPerMillion: number;
  readonly rssMb: number;
  /** Why the figures do not count; undefined when every line and field is right. */
  readonly fault: string | undefined;
  /** Figures of one trial only. */
  readonly extra?: Readonly<Record<string, number>>;
}

/** Rates from totals. */
export function measurementOf(totals: {
  readonly events: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly rssBytes: number;
  readonly fault?: string | undefined;
  readonly extra?: Readonly<Record<string, number>>;
}): Measurement {
  const { events, seconds, cpuSeconds, rssBytes, fault, extra } = totals;
  return {
    seconds,
    eventsPerSecond: events / seconds,
    cpuSecondsPerMillion: (cpuSeconds / events) * 1e6,
    rssMb: rssBytes / 1e6,
    fault,
    ...(extra === undefined ? {} : { extra }),
  };
}
