/** An IPv4 network as a source of addresses. */
export function parseNetwork(text: string): { address(fraction: number): string } | undefined {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(text);
  const parts = match?.slice(1).map(Number);
  if (!parts || parts.slice(0, 4).some((part) => part > 255) || parts[4]! > 32) return undefined;
  const size = 2 ** (32 - parts[4]!);
  const base = Math.floor((parts[0]! * 2 ** 24 + parts[1]! * 65_536 + parts[2]! * 256 + parts[3]!) / size) * size;
  return {
    address(fraction) {
      const value = base + Math.floor(fraction * size);
      return [Math.floor(value / 2 ** 24), Math.floor(value / 65_536) % 256, Math.floor(value / 256) % 256, value % 256].join('.');
    },
  };
}
