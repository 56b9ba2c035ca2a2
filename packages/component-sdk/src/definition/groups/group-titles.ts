import type { Localised } from '../../text/text.ts';
import { decodeTitle } from './decode.ts';
import { batchTitle, queueTitle, requestTitle, retryTitle } from './delivery.ts';
import { encodeTitle } from './encode.ts';
import { httpAuthInTitle } from './http-auth-in.ts';
import { httpClientTitle } from './http-client.ts';
import { intakeTitle } from './intake.ts';
import { multiLineTitle } from './multi-line.ts';
import { socketTitle } from './socket.ts';
import { tlsClientTitle } from './tls-client.ts';
import { tlsServerTitle } from './tls-server.ts';

/** Form sections of the shared groups; a component adds its own in `text.groups`. */
export const groupTitles = {
  socket: socketTitle,
  'tls-server': tlsServerTitle,
  'tls-client': tlsClientTitle,
  'http-auth-in': httpAuthInTitle,
  'http-client': httpClientTitle,
  intake: intakeTitle,
  decode: decodeTitle,
  'multi-line': multiLineTitle,
  batch: batchTitle,
  retry: retryTitle,
  request: requestTitle,
  queue: queueTitle,
  encode: encodeTitle,
} satisfies Record<string, Localised>;
