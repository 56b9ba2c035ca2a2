/** States what can only be false through a defect of ours; never for input of users or peers. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Assertion failed: ${message}`);
}

/** Makes a `switch` over a closed union complete at compile time. */
export function assertNever(value: never): never {
  throw new Error(`Assertion failed: unexpected value ${JSON.stringify(value)}`);
}
