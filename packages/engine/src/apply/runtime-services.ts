import type { Clock, Log, LogFields, Random } from '@acequia/base';
import { Misconfigured, type EgressPolicy, type RuntimeContext } from '@acequia/component-sdk/runtime';

/** Makes the contexts that runtimes get. */
export class RuntimeServices {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #log: Log;
  readonly #secret: (reference: string, tenantId: string) => string | undefined;
  egress: EgressPolicy = { mode: 'public-only', allowed: [] };
  fileRoots: Readonly<Record<string, string>> = {};

  constructor(options: { clock: Clock; random: Random; log: Log; secret(reference: string, tenantId: string): string | undefined }) {
    this.#clock = options.clock;
    this.#random = options.random;
    this.#log = options.log;
    this.#secret = (reference, tenantId) => options.secret(reference, tenantId);
  }

  secret(reference: string, tenantId: string): string {
    const value = this.#secret(reference, tenantId);
    if (value === undefined) throw new Misconfigured('SECRET_UNAVAILABLE', { message: reference });
    return value;
  }

  context(tenantId: string, fields: LogFields): RuntimeContext {
    return {
      clock: this.#clock,
      random: this.#random,
      log: this.#log.child(fields),
      secret: (reference) => this.secret(reference, tenantId),
      egress: this.egress,
      fileRoots: this.fileRoots,
    };
  }
}
