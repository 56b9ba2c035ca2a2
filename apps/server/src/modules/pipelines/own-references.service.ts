import { AppError } from '@acequia/base';
import type { PipelineDocument, Surroundings } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { documentReferences, type Reference } from './document-references.ts';

/** What a refusal names: the code, and the field of the node. */
const refusals = {
  listener: { code: 'WEB-00026', field: 'listenerId' },
  label: { code: 'ACQ-NOT-FOUND', field: 'labelId' },
  datasink: { code: 'WEB-00025', field: 'datasinkId' },
  secret: { code: 'ACQ-NOT-FOUND', field: 'config' },
  lookup: { code: 'ACQ-NOT-FOUND', field: 'config' },
} as const satisfies Record<Reference['kind'], object>;

/**
 * Throws for the first thing a document names that the tenant does not have, with its node, field and id: WEB-00026, WEB-00025,
 * ACQ-NOT-FOUND. What is gone and what is another tenant's is the same. Nodes that name nothing yet are left alone.
 */
export function assertOwnReferences(document: PipelineDocument, catalogue: Catalogue, surroundings: Surroundings): void {
  for (const node of document.nodes) {
    const labels = node.kind === 'label' ? (surroundings.listener(node.listenerId)?.labels ?? []) : [];
    const has = ({ kind, id }: Reference): boolean => {
      switch (kind) {
        case 'listener':
          return surroundings.listener(id) !== undefined;
        case 'label':
          return labels.includes(id);
        case 'datasink':
          return surroundings.datasinkInstance(id) !== undefined;
        case 'secret':
          return surroundings.secret?.(id) === true;
        case 'lookup':
          return surroundings.lookup?.(id) === true;
      }
    };
    const missing = documentReferences({ ...document, nodes: [node] }, catalogue).find((reference) => !has(reference));
    if (!missing) continue;
    const { code, field } = refusals[missing.kind];
    throw new AppError(code, { fields: { node: node.id, field, id: missing.id.slice(0, 128) } });
  }
}
