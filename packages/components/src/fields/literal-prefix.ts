import { parseTemplate } from '@acequia/event';
import type { ConfigFault } from '@acequia/component-sdk/definition';

/**
 * The fault of a template for a place (a file, an address, a topic) that an event could choose by itself: it must begin with
 * fixed text that has a letter or digit, unless all of it is fixed. A template that cannot be read has a fault of its own.
 */
export function literalPrefixFaults(source: string, path: string): ConfigFault[] {
  const template = parseTemplate(source);
  if (!template.ok) return [];
  const [first, ...others] = template.value.parts;
  if (first === undefined || ('text' in first && (others.length === 0 || /[\p{L}\p{N}]/u.test(first.text)))) return [];
  return [{ path, code: 'CONFIG_LITERAL_PREFIX', severity: 'error' }];
}
