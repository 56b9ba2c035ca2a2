import type { DownMessage } from '@acequia/contract/fleet';
import { openSealed, sealText, type KeyPair } from '@acequia/contract/fleet-crypto';
import * as z from 'zod';

const valuesSchema = z.record(z.string(), z.string());

/** Plain secrets of the running nodes; in memory only. */
export class SecretBundle {
  readonly #sealing: KeyPair;
  #values: Readonly<Record<string, string>> = {};
  #version = -1;

  constructor(sealing: KeyPair) {
    this.#sealing = sealing;
  }

  /**
   * Takes a newer bundle; false when it is older than the one held, throws when it was not made for this worker. One that has only some
   * values leaves the others as they are.
   */
  open(message: Extract<DownMessage, { type: 'secrets' | 'some-secrets' }>): boolean {
    if (message.version <= this.#version) return false;
    const values = valuesSchema.parse(JSON.parse(openSealed(message, this.#sealing)));
    this.#values = message.type === 'secrets' ? values : { ...this.#values, ...values };
    this.#version = message.version;
    return true;
  }

  /** All that is held, sealed for this worker. */
  sealed(): Extract<DownMessage, { type: 'secrets' }> {
    return { type: 'secrets', version: this.#version, ...sealText(JSON.stringify(this.#values), this.#sealing.publicKey) };
  }

  /** Of the bundle held; -1: none. */
  get version(): number {
    return this.#version;
  }

  get(reference: string): string | undefined {
    return Object.hasOwn(this.#values, reference) ? this.#values[reference] : undefined;
  }
}
