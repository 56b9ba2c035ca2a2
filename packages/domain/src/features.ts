/** Parts of the product that are switched on per tenant; all of them when self-hosted (docs/decisions.md). */
export const features = ['alerts', 'engine-alerts', 'api-keys'] as const;
export type Feature = (typeof features)[number];
