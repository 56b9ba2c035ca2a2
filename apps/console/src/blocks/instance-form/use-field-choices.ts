import { useMemo } from 'react';
import type { FieldChoices } from '#blocks/definition-form/index.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { fileRootChoices } from './file-root-choices.ts';

/** Values of this installation for fields that ask for one; undefined until they are known. */
export function useFieldChoices(): FieldChoices | undefined {
  const mayRead = useMay('cluster:read');
  const { data: clusters, error } = useOperation('clusters:list', {}, { enabled: mayRead });
  return useMemo(() => {
    if (clusters) return { 'file-roots': fileRootChoices(clusters) };
    return mayRead && !error ? undefined : {};
  }, [clusters, mayRead, error]);
}
