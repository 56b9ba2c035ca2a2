import { useCallback } from 'react';
import type { Ingredient, Place } from '../../model/add-node.ts';
import { revealDrawn } from '../canvas/reveal.ts';
import { useServices } from '../editor-context.ts';
import { askPort } from './ask-port.ts';

/** Adds something at a place, else after what is selected, and shows it; where that step has several ports, a person chooses one first. */
export function useAdd(): (ingredient: Ingredient, focus?: boolean, place?: Place) => void {
  const { actions } = useServices();
  return useCallback(
    (ingredient, focus = false, place = actions.nextPlace()) => {
      if (place.type === 'after' && actions.portsAfter(ingredient.kind, place).length > 1) {
        askPort({ ingredient, node: place.node, focus });
        return;
      }
      const node = actions.add(ingredient, place);
      if (node !== undefined) revealDrawn(node, focus);
    },
    [actions],
  );
}
