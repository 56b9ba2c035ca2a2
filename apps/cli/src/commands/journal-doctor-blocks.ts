/** A block's number from the command line; undefined when not given, false when it is none. */
export function blockNumber(text: string | undefined): number | undefined | false {
  if (text === undefined) return undefined;
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : false;
}
