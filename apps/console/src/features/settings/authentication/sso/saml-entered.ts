import type { OperationInput, OperationOutput } from '@acequia/contract';
import type { SamlNameIdFormat } from '@acequia/domain';

export type SamlConfig = OperationOutput<'authSaml:getConfig'>;
export type CertificateFacts = SamlConfig['certificates'][number];

/** A certificate in the form: one that is kept has its facts, a new one the text as it was pasted. */
export interface CertificateEntry {
  readonly key: number;
  readonly text: string;
  readonly facts: CertificateFacts | undefined;
}

export interface SamlEntered {
  readonly idpEntityId: string;
  readonly ssoUrl: string;
  readonly nameIdFormat: SamlNameIdFormat;
  readonly certificates: readonly CertificateEntry[];
}

/** Where a certificate stands in the form. */
export const certificatePath = ({ key }: CertificateEntry): string => `certificates.${key}`;

/** The form of a configuration; one without a certificate asks for the first. */
export function enteredOf(config: SamlConfig): SamlEntered {
  const kept = config.x509Certificates.map((text, key) => ({ key, text, facts: config.certificates[key] }));
  return {
    idpEntityId: config.idpEntityId,
    ssoUrl: config.ssoUrl,
    nameIdFormat: config.nameIdFormat,
    certificates: kept.length > 0 ? kept : [{ key: 0, text: '', facts: undefined }],
  };
}

export const withCertificate = (entered: SamlEntered): SamlEntered => ({
  ...entered,
  certificates: [
    ...entered.certificates,
    { key: Math.max(-1, ...entered.certificates.map(({ key }) => key)) + 1, text: '', facts: undefined },
  ],
});

/** Without one; the last leaves an empty place behind. */
export function withoutCertificate(entered: SamlEntered, key: number): SamlEntered {
  const certificates = entered.certificates.filter((entry) => entry.key !== key);
  return certificates.length > 0 ? { ...entered, certificates } : withCertificate({ ...entered, certificates });
}

export type CertificateState = 'valid' | 'soon' | 'expired' | 'early';
const soonMs = 30 * 86_400_000;

export function stateOf({ startsAt, endsAt }: CertificateFacts, now: number): CertificateState {
  if (endsAt <= now) return 'expired';
  if (startsAt > now) return 'early';
  return endsAt - now < soonMs ? 'soon' : 'valid';
}

/** Specification 5: entity id, address and a first certificate are needed. Names what is missing. */
export function missingIn(entered: SamlEntered): {
  readonly idpEntityId: boolean;
  readonly ssoUrl: boolean;
  readonly certificate: boolean;
} {
  return {
    idpEntityId: entered.idpEntityId.trim() === '',
    ssoUrl: entered.ssoUrl.trim() === '',
    certificate: entered.certificates.every(({ text }) => text.trim() === ''),
  };
}

/** What is saved; empty places for certificates are left out. */
export function savedOf(entered: SamlEntered, enabled: boolean): OperationInput<'authSaml:createConfig'> {
  const { idpEntityId, ssoUrl, nameIdFormat, certificates } = entered;
  const x509Certificates = certificates.map(({ text }) => text.trim()).filter((text) => text !== '');
  return { idpEntityId: idpEntityId.trim(), ssoUrl: ssoUrl.trim(), nameIdFormat, x509Certificates, enabled };
}

/** Key of the entry a refusal names by its place among those that were sent. */
export const refusedKey = (entered: SamlEntered, place: unknown): number | undefined =>
  typeof place === 'number' ? entered.certificates.filter(({ text }) => text.trim() !== '')[place]?.key : undefined;
