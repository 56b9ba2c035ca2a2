/** Parameters of an address, as the router has read them; anything may stand there. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** One of the words, else undefined. */
export const oneOf = <V extends string>(value: unknown, words: readonly V[]): V | undefined => words.find((word) => word === value);

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

export const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? value.filter((entry): entry is string => typeof entry === 'string') : undefined;
