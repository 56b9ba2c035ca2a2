import type { ObjectStatusView } from '@acequia/contract';

/** A thing of the tenant that the palette can open. */
export interface PaletteObject {
  readonly kind: 'listener' | 'pipeline' | 'datasink' | 'enrichment';
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly updatedAt: number;
  readonly status: ObjectStatusView;
}

/** An object with what it is sought by, without case and accents. */
export interface IndexedObject {
  readonly object: PaletteObject;
  readonly text: string;
}

/** Of the specification, section 9. */
export const recentCount = 4;
/** As many as one looks through; more are said as a number. */
export const shownCount = 50;

export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

export const indexObjects = (objects: readonly PaletteObject[]): readonly IndexedObject[] =>
  objects.map((object) => ({ object, text: foldText([object.name, object.id, ...object.tags].join('\n')) }));

/** The last ones changed, newest first. */
export function recentObjects(objects: readonly PaletteObject[], count = recentCount): readonly PaletteObject[] {
  const newest: PaletteObject[] = [];
  for (const object of objects) {
    const place = newest.findIndex((other) => other.updatedAt < object.updatedAt);
    if (place >= 0) newest.splice(place, 0, object);
    else if (newest.length < count) newest.push(object);
    if (newest.length > count) newest.pop();
  }
  return newest;
}

/** Those whose name, id or tag contains all words; names that begin with what is sought come first. */
export function findObjects(index: readonly IndexedObject[], sought: string): readonly PaletteObject[] {
  const words = foldText(sought).split(/\s+/).filter(Boolean);
  const first = words[0] ?? '';
  const begins: PaletteObject[] = [];
  const others: PaletteObject[] = [];
  for (const { object, text } of index)
    if (words.every((word) => text.includes(word))) (text.startsWith(first) ? begins : others).push(object);
  return [...begins, ...others];
}
