import { useMemo } from 'react';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import type { PaletteObject } from '../model/found-objects.ts';

type Row = Omit<PaletteObject, 'kind'>;

/** Everything of the tenant that the user may open; what is not there yet is left out. */
export function usePaletteObjects(): readonly PaletteObject[] {
  const { data: listeners } = useOperation('listeners:list', {}, { enabled: useMay('listener:read') });
  const { data: pipelines } = useOperation('pipelines:list', {}, { enabled: useMay('pipeline:read') });
  const { data: datasinks } = useOperation('datasinks:list', {}, { enabled: useMay('datasink:read') });
  const { data: lookups } = useOperation('lookups:list', {}, { enabled: useMay('lookup:read') });
  return useMemo(
    () => [...rows('listener', listeners), ...rows('pipeline', pipelines), ...rows('datasink', datasinks), ...rows('enrichment', lookups)],
    [listeners, pipelines, datasinks, lookups],
  );
}

const rows = (kind: PaletteObject['kind'], from: readonly Row[] = []): PaletteObject[] =>
  from.map(({ id, name, tags, updatedAt, status }) => ({ kind, id, name, tags, updatedAt, status }));
