import { card } from './card.ts';
import { coordinates } from './coordinates.ts';
import type { Detector } from './detector.ts';
import { email } from './email.ts';
import { entropy } from './entropy.ts';
import { iban } from './iban.ts';
import { ipv4, ipv6 } from './ip-address.ts';
import { mac } from './mac.ts';
import { mrz } from './mrz.ts';
import { nino, ssn } from './national-ids.ts';
import { passwordPair, urlPassword } from './passwords.ts';
import { phone } from './phone.ts';
import { privateKey } from './private-key.ts';
import { cloudKey, serviceToken } from './service-keys.ts';
import { cif, dni, nie } from './spanish-ids.ts';
import { bearer, jwt } from './tokens.ts';
import type { DetectorId } from '../detector-ids.ts';

/** The detectors of the catalogue (7.9) by id. */
export const detectors: Readonly<Record<DetectorId, Detector>> = {
  email,
  phone,
  card,
  iban,
  ipv4,
  ipv6,
  mac,
  dni,
  nie,
  cif,
  ssn,
  nino,
  mrz,
  coordinates,
  jwt,
  bearer,
  'private-key': privateKey,
  'cloud-key': cloudKey,
  'service-token': serviceToken,
  'url-password': urlPassword,
  password: passwordPair,
  entropy,
};
