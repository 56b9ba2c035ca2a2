import { uploadTable } from '../../e2e/harness/tables.ts';
import { documentOf, type Workbench } from '../../e2e/harness/workbench.ts';

const pauseMs = 20;
/** A version is uploaded after so many pipelines. */
const uploadEvery = 5;

interface LookupVersionRow {
  readonly number: number;
  readonly status: string;
}

/** Somebody who creates pipelines and uploads versions of a lookup all the time, and remembers what was answered with success. */
export class SteadyWrites {
  readonly #bench: Workbench;
  readonly #lookup: string;
  readonly #pipelines: string[] = [];
  readonly #uploads: number[] = [];
  #working: Promise<void>;
  #stopping = false;

  private constructor(bench: Workbench, lookup: string) {
    this.#bench = bench;
    this.#lookup = lookup;
    this.#working = this.#work();
  }

  static async begin(bench: Workbench): Promise<SteadyWrites> {
    const input = { name: 'sites', description: '', tags: [], format: 'csv', separator: null, keyColumn: 'key' };
    const { id } = await bench.api.call<{ id: string }>('POST', '/lookups', input);
    return new SteadyWrites(bench, id);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#working;
  }

  /** How many uploads of a lookup have been answered with success. */
  get uploads(): number {
    return this.#uploads.length;
  }

  /** What is not there as it was answered; to be asked when the server answers again. */
  async missing(): Promise<readonly string[]> {
    const { api } = this.#bench;
    const pipelines = new Set((await api.call<{ id: string }[]>('GET', '/pipelines')).map(({ id }) => id));
    const versions = new Map(
      (await api.call<LookupVersionRow[]>('GET', `/lookups/${this.#lookup}/versions`)).map(({ number, status }) => [number, status]),
    );
    const gone = this.#pipelines.filter((id) => !pipelines.has(id));
    const unfinished = this.#uploads.filter((number) => !['active', 'inactive'].includes(versions.get(number) ?? ''));
    const active = [...versions].filter(([, status]) => status === 'active');
    return [
      ...(this.#pipelines.length === 0 ? ['not one pipeline was created'] : []),
      ...(this.#uploads.length === 0 ? ['not one version of a lookup was uploaded'] : []),
      ...(gone.length > 0 ? [`${gone.length} of ${this.#pipelines.length} created pipelines are gone`] : []),
      ...(unfinished.length > 0 ? [`${unfinished.length} of ${this.#uploads.length} uploaded versions are not there`] : []),
      ...(this.#uploads.length > 0 && active.length !== 1 ? [`${active.length} versions of a lookup are active`] : []),
    ];
  }

  async #work(): Promise<void> {
    for (let turn = 1; !this.#stopping; turn++) {
      const id = await this.#bench.draft(documentOf([], [])).catch(() => undefined);
      if (id !== undefined) this.#pipelines.push(id);
      if (turn % uploadEvery === 0) {
        const number = await this.#upload(turn).catch(() => undefined);
        if (number !== undefined) this.#uploads.push(number);
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async #upload(value: number): Promise<number> {
    return (await uploadTable(this.#bench.api, this.#lookup, ['key,va', `lue\na,${value}\n`])).number;
  }
}
