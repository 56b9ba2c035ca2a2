/** Stands in a form for a secret that is made, with a random value, when the form is sent. */
export const newToken = 'SE_new';

/** Values of the secrets that this page made; gone with the page, never written down. */
const made = new Map<string, string>();

export const keepToken = (secretId: string, value: string): void => void made.set(secretId, value);
export const keptToken = (secretId: string): string | undefined => made.get(secretId);

/** 160 random bits behind a prefix that scanners for leaked credentials find. */
export const tokenOf = (bytes: Uint8Array): string => `acq_${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

export const asksForToken = (config: unknown): boolean => JSON.stringify(config).includes(`"${newToken}"`);

/** The configuration with the secret in the place of `newToken`. */
export const withToken = (config: Readonly<Record<string, unknown>>, secretId: string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(config).replaceAll(`"${newToken}"`, JSON.stringify(secretId))) as Record<string, unknown>;
