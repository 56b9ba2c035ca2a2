import type { Follow } from '@acequia/component-sdk/definition';
import { httpNode } from './config.ts';

type Config = Parameters<Follow>[0];
type ContentType = 'application/json' | 'application/x-ndjson' | 'text/csv' | 'text/plain';

/** The content type of the bodies that a step sends; undefined where its own envelope decides. */
export function contentTypeOf(config: Config): ContentType | undefined {
  const valueOf = (name: 'format' | 'bulk' | 'wrap'): unknown => config[name] ?? httpNode.shape[name].def.defaultValue;
  const bulk = valueOf('bulk') === true;
  if (bulk && valueOf('wrap') === 'template') return undefined;
  switch (valueOf('format')) {
    case 'json':
      return !bulk || valueOf('wrap') === 'json-array' ? 'application/json' : 'application/x-ndjson';
    case 'csv':
      return 'text/csv';
    default:
      return 'text/plain';
  }
}

/** The content type follows what decides the body; one that a person chooses stays until then. */
export const followContentType: Follow = (next, before) => {
  const fits = contentTypeOf(next);
  const isChanged = (['format', 'bulk', 'wrap'] as const).some((name) => next[name] !== before[name]);
  return fits !== undefined && isChanged ? { ...next, contentType: fits } : next;
};
