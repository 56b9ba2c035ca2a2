declare const brand: unique symbol;

/** A string that is known to be an id of one kind; made by `createIds` or by a parser, never by a cast in product code. */
export type Id<Kind extends string> = string & { readonly [brand]: Kind };

export type TenantId = Id<'tenant'>;
export type UserId = Id<'user'>;
export type ListenerId = Id<'listener'>;
export type LabelId = Id<'label'>;
export type PipelineId = Id<'pipeline'>;
export type DatasinkId = Id<'datasink'>;
export type SecretId = Id<'secret'>;
export type ClusterId = Id<'cluster'>;
export type WorkerId = Id<'worker'>;

/** Prefix of each kind of public id: `LI_4f3a…`. Tenants and users carry a plain UUID. */
export const idPrefixes = {
  listener: 'LI_',
  label: 'LB_',
  pipeline: 'PL_',
  version: 'PV_',
  datasink: 'DS_',
  secret: 'SE_',
  lookup: 'LK_',
  lookupVersion: 'LV_',
  cluster: 'CL_',
  worker: 'WK_',
  log: 'LG_',
  replay: 'RP_',
  internalPipeline: 'IP_',
  previewSample: 'PS_',
  pipelineTest: 'PT_',
  shadowRun: 'SR_',
  template: 'TM_',
  token: 'AK_',
  invite: 'IV_',
  alert: 'AL_',
  alertSend: 'AS_',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Source of randomness; an argument wherever ids or keys are made, so tests repeat. */
export interface Random {
  /** `n` uniformly random bytes. */
  bytes(n: number): Uint8Array;
}

/** A prefixed id with 96 random bits in lower-case hex, e.g. `PL_8f3ac21d…`. */
export function createId<K extends IdKind>(kind: K, random: Random): string {
  let hex = '';
  for (const byte of random.bytes(12)) hex += byte.toString(16).padStart(2, '0');
  return idPrefixes[kind] + hex;
}
