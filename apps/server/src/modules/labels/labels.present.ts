import type { Label } from '@acequia/contract';
import type { Dependent } from '../pipelines/dependents.service.ts';
import type { LabelRow } from './labels.store.ts';

export const presentLabel = (row: LabelRow, usedBy: Dependent[]): Label => ({
  id: row.id,
  listenerId: row.listenerId,
  name: row.name,
  description: row.description,
  condition: row.condition,
  builtIn: false,
  usedBy,
});

/** Their names are translated by the console; the id says which. */
export const presentBuiltIn = (id: string, listenerId: string): Label => ({
  id,
  listenerId,
  name: id,
  description: '',
  condition: null,
  builtIn: true,
  usedBy: [],
});
