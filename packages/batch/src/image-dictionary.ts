import { nameBytesMax } from './clean-name.ts';
import { BadImage } from './image-layout.ts';
import type { BatchEnvelope, FrameMeta } from './view.ts';

/** The part of an image that is JSON. */
export interface ImageDictionary {
  readonly envelopes: readonly BatchEnvelope[];
  readonly metas: readonly FrameMeta[];
  readonly shapes: readonly (readonly string[])[];
  /** The first is empty. */
  readonly suffixes: readonly string[];
}

const envelopeTexts = ['tenantId', 'listenerId', 'listenerName', 'listenerType', 'cluster', 'worker', 'origin'] as const;
const envelopeOptionalTexts = ['label', 'replay', 'made'] as const;
const metaTexts = ['sourceIp', 'tlsSubject', 'credential'] as const;

/** Throws `BadImage` for anything a writer would not have written. */
export function readDictionary(text: string): ImageDictionary {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadImage('IMAGE_MALFORMED', 'dictionary is not JSON');
  }
  if (!isRecord(value)) throw malformed();
  const { envelopes, metas, shapes, suffixes } = value;
  if (!Array.isArray(envelopes) || !envelopes.every(isEnvelope)) throw malformed();
  if (!Array.isArray(metas) || !metas.every(isMeta)) throw malformed();
  if (!Array.isArray(shapes) || !shapes.every(isShape)) throw malformed();
  if (!isTexts(suffixes) || suffixes[0] !== '') throw malformed();
  return { envelopes, metas, shapes, suffixes };
}

function malformed(): BadImage {
  return new BadImage('IMAGE_MALFORMED', 'dictionary');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isShape(value: unknown): value is readonly string[] {
  return isTexts(value) && value.every((name) => name.length <= nameBytesMax) && new Set(value).size === value.length;
}

function isEnvelope(value: unknown): value is BatchEnvelope {
  if (!isRecord(value)) return false;
  return (
    envelopeTexts.every((key) => typeof value[key] === 'string') &&
    envelopeOptionalTexts.every((key) => ['string', 'undefined'].includes(typeof value[key]))
  );
}

function isMeta(value: unknown): value is FrameMeta {
  if (!isRecord(value) || !Number.isSafeInteger(value['receivedMs']) || typeof value['transport'] !== 'string') return false;
  if (!metaTexts.every((key) => ['string', 'undefined'].includes(typeof value[key]))) return false;
  const attributes = value['attributes'];
  const port = value['sourcePort'];
  return (
    (port === undefined || Number.isSafeInteger(port)) &&
    (attributes === undefined || (isRecord(attributes) && isTexts(Object.values(attributes))))
  );
}
