import { redactConfig } from './config.ts';
import type { DetectorId } from './detector-ids.ts';
import { Redactor } from './redactor.ts';

const kinds: readonly DetectorId[] = ['jwt', 'bearer', 'private-key', 'cloud-key', 'service-token', 'url-password', 'password'];
/** What stands where a value was hidden. */
const hidden = /\*{3,}|\[[A-Z0-9-]+\]/g;

/** The kind of credential a value looks like, found as the action redact finds it; undefined: none. `name` is that of its field. */
export function findCredential(name: string, value: string): DetectorId | undefined {
  const redactor = new Redactor(redactConfig.parse({ detectors: kinds, mode: 'detect-only' }), '');
  const bytes = Buffer.from(value.replaceAll(hidden, ''));
  redactor.member(name, bytes, 0, bytes.length);
  return kinds.find((_, index) => redactor.counts[index]! > 0);
}
