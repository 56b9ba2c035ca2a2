/** The middle value; of an even number the upper one of the two. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
