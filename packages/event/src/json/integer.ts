export const int64Min = -(2n ** 63n);
export const int64Max = 2n ** 63n - 1n;

/** An integer in its field form: a plain number inside ±(2^53−1), a bigint outside; undefined beyond 64 bits. */
export function integerFromBigInt(value: bigint): number | bigint | undefined {
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  return value < int64Min || value > int64Max ? undefined : value;
}

/** From a sign and decimal digits (already checked); undefined beyond 64 bits. */
export function integerFromDigits(digits: string): number | bigint | undefined {
  if (digits.length <= 15) return Number(digits) + 0;
  const significant = digits.replace(/^([+-]?)0+(?=\d)/, '$1');
  return significant.length > 20 ? undefined : integerFromBigInt(BigInt(significant.replace(/^\+/, '')));
}
