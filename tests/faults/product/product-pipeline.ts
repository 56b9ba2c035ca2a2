import { eventually } from '../../e2e/harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { datasinkNode, documentOf, labelNode, type Workbench } from '../../e2e/harness/workbench.ts';
import { Destination } from '../engine/destination.ts';

const arrivalMs = 30_000;

/** A pipeline of an installation: lines in by HTTP, out to an HTTP destination, in order. Its versions send to other paths. */
export class ProductPipeline {
  readonly destination: Destination;
  /** Told each text that arrives. */
  onText: (text: string) => void = () => undefined;
  readonly #bench: Workbench;
  readonly #id: string;
  readonly #first: string;
  readonly #documentTo: (url: string) => unknown;
  readonly port: number;

  private constructor(
    bench: Workbench,
    port: number,
    id: string,
    first: string,
    documentTo: (url: string) => unknown,
    destination: Destination,
  ) {
    this.#bench = bench;
    this.port = port;
    this.#id = id;
    this.#first = first;
    this.#documentTo = documentTo;
    this.destination = destination;
  }

  static async open(bench: Workbench): Promise<ProductPipeline> {
    const holder: { pipeline?: ProductPipeline } = {};
    const destination = new Destination((text) => holder.pipeline?.onText(text));
    await destination.start();
    const port = await freePort();
    const listener = await bench.listener('http', { bind: '127.0.0.1', port, extraction: 'lines' });
    const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '500ms' };
    const datasink = await bench.datasink('http', { baseUrl: destination.url, order: 'strict', retry });
    const documentTo = (url: string): unknown =>
      documentOf(
        [labelNode('in', listener), datasinkNode('peer', datasink, 'http', { url, maxWait: '20ms', maxEvents: 200 })],
        ['in>peer'],
      );
    const id = await bench.draft(documentTo('/in'));
    const { version } = (await bench.publish(id)) as { version: string };
    return (holder.pipeline = new ProductPipeline(bench, port, id, version, documentTo, destination));
  }

  /** Resolves when its events arrive. */
  async publishOther(): Promise<void> {
    const draft = await this.#bench.api.call<{ revision: number }>('GET', `/pipelines/${this.#id}/versions/Main`);
    const input = { revision: draft.revision, document: this.#documentTo('/other') };
    const { revision } = await this.#bench.api.call<{ revision: number }>('PUT', `/pipelines/${this.#id}/draft`, input);
    await this.#bench.publish(this.#id, revision);
    await this.#arrival('/other');
  }

  /** Starts the first version again; resolves with the ms until its events arrive. */
  async rollBack(): Promise<number> {
    const startMs = performance.now();
    const input = { clusterIds: [this.#bench.clusterId] };
    await this.#bench.api.call('POST', `/pipelines/${this.#id}/versions/${this.#first}/start`, input);
    await this.#arrival('/in');
    return performance.now() - startMs;
  }

  async #arrival(path: string): Promise<void> {
    await eventually(`events at ${path}`, () => (this.destination.lastPath === path ? true : undefined), arrivalMs);
  }
}
