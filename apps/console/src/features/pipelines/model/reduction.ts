/** The share of bytes (or events) that does not leave; undefined while nothing entered. Never below 0. */
export function reductionOf(entered: number, delivered: number): number | undefined {
  return entered <= 0 ? undefined : Math.max(0, 1 - delivered / entered);
}
