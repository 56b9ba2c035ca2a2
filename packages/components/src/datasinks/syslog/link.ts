import type { SendReport } from '@acequia/component-sdk/runtime';

/** One way to a receiver. Opened by the first delivery; after a fault the next delivery opens it anew. */
export interface Link<Report = LinkReport> {
  /**
   * Delivers whole messages in order, after those of the calls before. Throws one of the four delivery errors; then all calls
   * throw that are under way, and those that come before who awaits them has seen it.
   */
  deliver(messages: readonly Uint8Array[], signal: AbortSignal): Promise<Report>;
  close(): void;
}

export interface LinkReport {
  readonly wireBytes: number;
  readonly rejected?: NonNullable<SendReport['rejected']>;
}
