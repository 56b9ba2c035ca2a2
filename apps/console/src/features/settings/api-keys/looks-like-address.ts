/** A first look while typing; the server decides. IPv4 or IPv6, with or without the length of a network. */
export function looksLikeAddress(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const v6 = address.includes(':');
  if (rest.length > 0 || (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= (v6 ? 128 : 32)))) return false;
  if (v6) return /^[0-9a-f:.]{2,45}$/i.test(address);
  const parts = address.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}
