/** What belongs to each sealed key: authenticated with it, so that none opens in the place of another. */
export const sealedInstallation = { fleetKey: ['fleet key'], check: ['kek check'] } as const;
export const tenantKeyContext = (tenantId: string) => ['tenant key', tenantId] as const;
export const totpSecretContext = (userId: string) => ['totp secret', userId] as const;
