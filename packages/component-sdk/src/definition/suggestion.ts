/** What a step can do to a value that a person points at, in the order it is offered. */
export const suggestionKinds = ['extract', 'mask', 'drop', 'rename', 'route'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** A field of an event that a person points at. */
export interface PointedValue {
  readonly name: string;
  readonly type: string;
  /** The value as exact JSON text. */
  readonly json: string;
  /** The texts that the field has in all events shown, this one's among them; none of other types. */
  readonly texts: readonly string[];
}

/** A configuration of the action that does it, complete as it is. */
export interface Suggestion<C = Readonly<Record<string, unknown>>> {
  readonly kind: SuggestionKind;
  readonly config: C;
}

/** A JSON text as people read it: strings without quotes. */
export function readableText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
