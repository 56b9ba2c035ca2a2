import type { CutMessage, MessageLimits } from '@acequia/component-sdk/runtime';
import type { HttpConfig } from './config.ts';
import { createElements } from './elements.ts';
import { elementAttributes } from './frame-meta.ts';

/** A body that came without a Content-Type. */
export function cutBody(config: HttpConfig, body: Uint8Array, limits: MessageLimits): CutMessage {
  const elements = createElements(config, limits)(Buffer.from(body), '');
  const { list } = elements;
  return {
    bytes: body,
    frames: list.frames,
    count: list.count,
    rejectCode: (index) => list.codeOf(index),
    attributes: elementAttributes(elements),
  };
}
