import { createHash } from 'node:crypto';
import type { Clock, Log, LogFields, Random } from '@acequia/base';
import { ArrayPool, type Kernels } from '@acequia/batch';
import { namedReadRoots } from '@acequia/component-sdk/definition';
import { egressOfTenant, type ClusterEgress } from '@acequia/pipeline';
import { FileShare, Misconfigured, type EgressPolicy, type LookupHandle, type RuntimeContext } from '@acequia/component-sdk/runtime';

import { textsIn } from './configuration-texts.ts';

type LookupBlock = (id: string, version: number | undefined, tenantId: string) => SharedArrayBuffer | undefined;

/** Makes the contexts that runtimes get. */
export class RuntimeServices {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #log: Log;
  readonly #secret: (reference: string, tenantId: string) => string | undefined;
  readonly #lookup: LookupBlock;
  readonly kernels: Kernels;
  readonly #fileShare: FileShare | undefined;
  /** Arrays of batches that have ended. */
  readonly pool = new ArrayPool();
  egress: ClusterEgress = { mode: 'public-only', allowed: [] };
  fileRoots: Readonly<Record<string, string>> = {};
  /** `{tenant}` in them stands for the tenant's id. */
  readRoots: readonly string[] = [];

  constructor(options: {
    clock: Clock;
    random: Random;
    log: Log;
    kernels: Kernels;
    /** Files that data sinks of the thread keep open. */
    sinkFiles?: number;
    secret(reference: string, tenantId: string): string | undefined;
    lookup: LookupBlock;
  }) {
    this.kernels = options.kernels;
    this.#fileShare = options.sinkFiles === undefined ? undefined : new FileShare(options.sinkFiles);
    this.#clock = options.clock;
    this.#random = options.random;
    this.#log = options.log;
    this.#secret = (reference, tenantId) => options.secret(reference, tenantId);
    this.#lookup = options.lookup;
  }

  /** A handle that keeps the last table it gave out when the worker has none any more. `inForce`: of the events at hand; asked where no version is given. */
  lookup(id: string, version: number | undefined, tenantId: string, inForce: () => number | undefined): LookupHandle {
    const find = () => this.#lookup(id, version ?? inForce(), tenantId);
    let held = find();
    if (held === undefined) throw new Misconfigured('LOOKUP_UNAVAILABLE', { message: id });
    return {
      block: () => {
        held = find() ?? held!;
        return held;
      },
    };
  }

  secret(reference: string, tenantId: string): string {
    const value = this.#secret(reference, tenantId);
    if (value === undefined) throw new Misconfigured('SECRET_UNAVAILABLE', { message: reference });
    return value;
  }

  /**
   * What a runtime with this configuration goes by now: the configuration, the values of the secrets it names, the rule for
   * connections and the folders. Two texts differ when something of it does; no value can be read out of them.
   */
  fingerprint(tenantId: string, configuration: unknown): string {
    const secrets = [...new Set(textsIn(configuration))].map((text) => [text, this.#secret(text, tenantId) ?? null]);
    const { mode, allowed, loopback } = egressOfTenant(this.egress, tenantId);
    const all = JSON.stringify([configuration, secrets, mode, allowed, loopback, this.fileRoots, this.readRoots]);
    return createHash('sha256').update(all).digest('base64');
  }

  /** Follows changes: what is open asks it again with each connection. */
  #egressOf(tenantId: string): EgressPolicy {
    const now = () => egressOfTenant(this.egress, tenantId);
    return {
      get mode() {
        return now().mode;
      },
      get allowed() {
        return now().allowed;
      },
      get loopback() {
        return now().loopback ?? true;
      },
      get own() {
        return now().own ?? [];
      },
    };
  }

  context(tenantId: string, fields: LogFields): RuntimeContext {
    return {
      clock: this.#clock,
      random: this.#random,
      log: this.#log.child(fields),
      secret: (reference) => this.secret(reference, tenantId),
      egress: this.#egressOf(tenantId),
      fileRoots: this.fileRoots,
      readRoots: namedReadRoots(this.readRoots, tenantId),
      kernels: this.kernels,
      ...(this.#fileShare ? { fileShare: this.#fileShare } : {}),
    };
  }
}
