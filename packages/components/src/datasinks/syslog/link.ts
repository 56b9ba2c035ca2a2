import type { SendReport } from '@acequia/component-sdk/runtime';

/** One way to a receiver. Opened by the first delivery; after a fault the next delivery opens it anew. */
export interface Link {
  /** Delivers whole messages in order, after those of the calls before. Throws one of the four delivery errors. */
  deliver(messages: readonly Uint8Array[], signal: AbortSignal): Promise<LinkReport>;
  close(): void;
}

export interface LinkReport {
  readonly wireBytes: number;
  readonly rejected?: NonNullable<SendReport['rejected']>;
}
