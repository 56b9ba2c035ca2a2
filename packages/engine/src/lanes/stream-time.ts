/** Blocks on their way from a socket into the journal are waited for so long before a silent stream's time is the clock's. */
const onTheWayMs = 500;

/**
 * The time of a version's keyed nodes: the time of receipt up to which all its partitions have been run, idle ones by the
 * clock (engine decision 18). Never goes back.
 */
export class StreamTime {
  readonly #heard = new Map<string, number>();

  /** Everything of the stream received before is run. */
  heard(stream: string, receivedMs: number): void {
    this.#heard.set(stream, Math.max(receivedMs, this.#heard.get(stream) ?? 0));
  }

  /** The stream has been run to its end. */
  idle(stream: string, clockMs: number): void {
    this.heard(stream, clockMs - onTheWayMs);
  }

  /** Undefined while nothing is known of one of the streams. */
  over(streams: Iterable<string>): number | undefined {
    let least: number | undefined;
    for (const stream of streams) {
      const time = this.#heard.get(stream);
      if (time === undefined) return undefined;
      least = Math.min(time, least ?? time);
    }
    return least;
  }
}
