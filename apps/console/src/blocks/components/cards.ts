import catalogue from 'virtual:catalogue';
import type { Language, Localised } from '@acequia/component-sdk/text';

/** Kinds a tenant makes instances of. */
export type InstanceKind = 'listener' | 'datasink';

/** A component, or a preset of one, as lists and choosers name it. */
export interface ComponentCard {
  /** Of the preset, else of the component; unique within its kind. */
  readonly id: string;
  /** The component. */
  readonly of: string;
  readonly name: Localised;
  readonly summary: Localised;
}

/** What a chooser offers: every component of the kind, each followed by its presets. */
export const cardsOf = (kind: InstanceKind): readonly ComponentCard[] => catalogue[kind];

/** The component's name; its id when this build does not know it. */
export const titleOf = (kind: InstanceKind, id: string, language: Language): string =>
  catalogue[kind].find((card) => card.id === id)?.name[language] ?? id;

const withParameters: ReadonlySet<string> = new Set(catalogue.operationsWithParameters);

/** Whether this is an operation of field transformation that has parameters. */
export const hasParameters = (operation: string): boolean => withParameters.has(operation);
