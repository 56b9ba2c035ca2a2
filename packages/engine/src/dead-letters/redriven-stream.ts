import type { ImageMeta } from '../delivery/image-frames.ts';

/** Events that come into a pipeline once more. Its versions read it beside their listener, each from where the one before stopped. */
export const redrivenStream = (pipeline: { readonly tenantId: string; readonly id: string }): string =>
  `rd/${pipeline.tenantId}/${pipeline.id}`;

export const isRedrivenStream = (stream: string): boolean => stream.startsWith('rd/');

export interface RedrivenMeta extends ImageMeta {
  /** The node they come into; empty: the label. */
  readonly to: string;
}
