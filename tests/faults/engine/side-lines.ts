import type { Promises, SeededRandom } from '@acequia/testkit/oracle';
import { httpLines, otlpLogs, tcpLines, type Door } from './doors.ts';
import { Neighbour } from './neighbour.ts';
import type { Pace } from './senders.ts';
import type { SideLine } from './subject-protocol.ts';

/** What else comes into an engine: by which listener, of which tenant, how often. */
export type Beside = Pick<SideLine, 'listener' | 'tenantId'> & Pace;

interface Line {
  readonly neighbour: Neighbour;
  readonly port: number;
  readonly beside: Beside;
}

const doors: Readonly<Record<SideLine['listener'], (port: number) => Door>> = {
  http: (port) => httpLines(port),
  opentelemetry: otlpLogs,
  tcp: tcpLines,
};

/** Listeners, pipelines and destinations beside the first of an engine, each with senders and an oracle of its own. */
export class SideLines {
  readonly #lines: readonly Line[];

  constructor(seed: number, besides: readonly Beside[], ports: readonly number[]) {
    this.#lines = besides.map((beside, index) => {
      const port = ports[index]!;
      return { beside, port, neighbour: new Neighbour(seed + 1 + index, doors[beside.listener](port), beside) };
    });
  }

  get first(): Neighbour {
    return this.#lines[0]!.neighbour;
  }

  /** Of the first listener of a kind. */
  portOf(listener: SideLine['listener']): number {
    return this.#lines.find(({ beside }) => beside.listener === listener)!.port;
  }

  get settings(): readonly SideLine[] {
    return this.#lines.map(({ beside: { listener, tenantId }, port, neighbour }) => ({
      listener,
      tenantId,
      port,
      destination: neighbour.destination.url,
    }));
  }

  async openDestinations(): Promise<void> {
    for (const { neighbour } of this.#lines) await neighbour.destination.start();
  }

  start(random: SeededRandom): void {
    for (const [index, { neighbour }] of this.#lines.entries()) neighbour.start(random.fork(`neighbour ${index}`));
  }

  owed(): number {
    return this.#lines.reduce((sum, { neighbour }) => sum + neighbour.owed(), 0);
  }

  /** No more is sent. */
  async stop(): Promise<void> {
    for (const { neighbour } of this.#lines) await neighbour.stop();
  }

  async close(): Promise<void> {
    await this.stop();
    for (const { neighbour } of this.#lines) await neighbour.destination.stop();
  }

  /** What is broken, and why a line proves nothing. */
  judge(promises: Promises): readonly string[] {
    return this.#lines.flatMap(({ neighbour, beside }) => {
      const { faults, void: why } = neighbour.judge({ ...promises, faultsMin: 0 });
      return [...faults, ...(why === undefined ? [] : [why])].map((text) => `${beside.listener} of ${beside.tenantId}: ${text}`);
    });
  }
}
