/** Up to 3 names in full; of more, the first and how many others there are (specification 9). */
export function summaryOf(names: readonly string[], andMore: (first: string, count: number) => string): string {
  return names.length <= 3 ? names.join(', ') : andMore(names[0] ?? '', names.length - 1);
}
