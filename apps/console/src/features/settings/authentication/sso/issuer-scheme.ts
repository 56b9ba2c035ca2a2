/** Specification 5: an issuer without http or https gets https in front when its field is left. */
export function withScheme(issuer: string): string {
  const text = issuer.trim();
  return text === '' || /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
