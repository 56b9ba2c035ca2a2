/** Rough shape, for JSON Schema; `isCidr` decides. */
export const cidrPattern = /^[0-9A-Fa-f:.]+(\/\d{1,3})?$/;

/** Whether the text is an IPv4 or IPv6 address, with an optional prefix length. */
export function isCidr(text: string): boolean {
  const [address = '', prefix, extra] = text.split('/');
  if (extra !== undefined) return false;
  const bits = isIpv4(address) ? 32 : isIpv6(address) ? 128 : 0;
  if (bits === 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const mapped = last !== undefined && last.includes('.');
  if (mapped && !isIpv4(last)) return false;
  const words = mapped ? groups.slice(0, -1) : groups;
  if (!words.every((word) => /^[0-9A-Fa-f]{1,4}$/.test(word))) return false;
  const count = words.length + (mapped ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}
