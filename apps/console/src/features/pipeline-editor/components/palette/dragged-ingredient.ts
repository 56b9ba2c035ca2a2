import type { Ingredient } from '../../model/add-node.ts';

let dragged: Ingredient | undefined;

/** What is being dragged from the palette; browsers hide the data of a drag until it is dropped. */
export const draggedIngredient = {
  set: (ingredient: Ingredient | undefined): void => void (dragged = ingredient),
  peek: (): Ingredient | undefined => dragged,
  take(): Ingredient | undefined {
    const taken = dragged;
    dragged = undefined;
    return taken;
  },
};
