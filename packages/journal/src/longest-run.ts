/** Places of the longest subsequence in which no number is smaller than the one before it. */
export function longestRun(numbers: readonly number[]): number[] {
  /** Of the runs of each length, the place of the one that ends with the smallest number. */
  const ends: number[] = [];
  const before: number[] = [];
  for (const [place, number] of numbers.entries()) {
    let length = ends.length;
    while (length > 0 && numbers[ends[length - 1]!]! > number) length--;
    before.push(length === 0 ? -1 : ends[length - 1]!);
    ends[length] = place;
  }
  const run: number[] = [];
  for (let place = ends.at(-1) ?? -1; place >= 0; place = before[place]!) run.push(place);
  return run.toReversed();
}
