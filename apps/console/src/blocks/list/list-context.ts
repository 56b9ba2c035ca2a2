import { createContext, use } from 'react';
import type { ListGroup } from './list-groups.ts';
import type { Listed } from './list-model.ts';

/** What is chosen in a list. */
export interface ListSelection {
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  /** All of these, or none of them. */
  readonly set: (ids: readonly string[], on: boolean) => void;
}

export interface ListSurroundings {
  /** Name of the list: under it the user's arrangement is kept. */
  readonly list: string;
  /** Absent where nothing can be done with several at once. */
  readonly selection: ListSelection | undefined;
  /** How the list is grouped; absent where it is not. */
  readonly groups: readonly ListGroup<Listed>[] | undefined;
}

export const ListContext = createContext<ListSurroundings>({ list: '', selection: undefined, groups: undefined });

export const useListSurroundings = (): ListSurroundings => use(ListContext);
