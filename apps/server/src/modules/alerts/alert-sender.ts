import { createHmac } from 'node:crypto';
import { AppError, isAppError, secondMs, type Clock } from '@acequia/base';
import type { Alert, AlertEvent } from '@acequia/contract';
import { createHttpClient, noEgress, type EgressPolicy } from '@acequia/wire';
import type { Database, TenantTx } from '../../db/database.ts';
import { alertMail } from '../../mail/alert-mail.ts';
import { alertWords } from '../../mail/alert-words.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import { readTold, signingKeyId } from './alerts.service.ts';
import { deleteSends, findSend, readMailsTo, readSettings, writeFault, type SendRow } from './alerts.store.ts';

/** One attempt to deliver, as the jobs have it. */
export interface DeliveryAttempt {
  readonly tenantId: string;
  readonly key: string;
  readonly attempt: number;
  readonly last: boolean;
}

export interface AlertSender {
  /** Calls a webhook for one alert; `key` is the id of what is to be sent. Throws DeliveryFailed, but for the last attempt: then it is given up, which the console shows. */
  call(attempt: DeliveryAttempt, signal?: AbortSignal): Promise<void>;
  /** Mails all that is to be told to the address `key`. Throws as `call`. */
  mail(attempt: DeliveryAttempt): Promise<void>;
  close(): void;
}

export interface AlertSenderDeps {
  readonly database: Database;
  readonly vault: SecretVault;
  readonly mailer: Mailer;
  readonly egressOf: (tenantId: string) => Promise<EgressPolicy>;
  readonly clock: Clock;
}

/** Something was not taken, and is sent again later. */
export class DeliveryFailed extends AppError {}

const webhookTimeoutMs = 10 * secondMs;

interface Told {
  readonly send: SendRow;
  readonly alert: Alert;
}

interface Batch {
  readonly told: readonly Told[];
  readonly language: 'en' | 'es';
  readonly signingKey: string | undefined;
}

export function createAlertSender({ database, vault, mailer, egressOf, clock }: AlertSenderDeps): AlertSender {
  const http = createHttpClient({
    egress: noEgress,
    clock,
    connectTimeoutMs: 5 * secondMs,
    timeoutMs: webhookTimeoutMs,
    maxResponseBytes: 65_536,
    maxSockets: 8,
  });

  /** Undefined: there is nothing to send any more. */
  const prepare = (tenantId: string, find: (tx: TenantTx) => Promise<readonly SendRow[]>): Promise<Batch | undefined> =>
    database.withTenant(tenantId, async (tx) => {
      const sends = await find(tx);
      const settings = sends.length > 0 ? await readSettings(tx) : undefined;
      if (!settings) return undefined;
      const { sealedKey, keyVersion, language } = settings;
      const alerts = await readTold(
        { tx, now: clock.now() },
        sends.map(({ alertId }) => alertId),
      );
      const signingKey = sealedKey
        ? await vault.open(tx, { tenantId, id: signingKeyId, sealedValue: sealedKey, valueVersion: keyVersion })
        : undefined;
      const told = sends.flatMap((send): Told[] => {
        const alert = alerts.get(send.alertId);
        return alert ? [{ send, alert }] : [];
      });
      return { told, language, signingKey };
    });

  /** Sent, or given up, is over; else it throws. */
  const settle = async ({ tenantId, last }: DeliveryAttempt, sends: readonly SendRow[], fault: string | undefined): Promise<void> => {
    const [first] = sends;
    if (!first) return;
    if (fault !== undefined && !last) throw new DeliveryFailed(fault);
    await database.withTenant(tenantId, async (tx) => {
      await deleteSends(
        tx,
        sends.map(({ id }) => id),
      );
      if (fault !== undefined) await writeFault(tx, { code: fault, fields: { channel: first.channel, target: first.target } }, clock.now());
    });
  };

  /** The code of what went wrong. A receiver knows a repetition by its `webhook-id`. */
  const post = async (
    tenantId: string,
    { send, alert }: Told,
    { language, signingKey }: Batch,
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> => {
    const body = JSON.stringify(webhookBody(send.event, alert, language));
    const timestamp = String(Math.floor(clock.now() / 1000));
    try {
      const { status } = await http.request({
        method: 'POST',
        url: send.target,
        egress: await egressOf(tenantId),
        headers: {
          'content-type': 'application/json',
          'webhook-id': send.id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signatureOf(signingKey ?? '', send.id, timestamp, body)}`,
        },
        body: Buffer.from(body),
        ...(signal ? { signal } : {}),
      });
      return status >= 200 && status < 300 ? undefined : `HTTP_${status}`;
    } catch (error) {
      return isAppError(error) ? error.code : 'WEBHOOK_FAILED';
    }
  };

  return {
    call: async (attempt, signal) => {
      const batch = await prepare(attempt.tenantId, async (tx) => {
        const send = await findSend(tx, attempt.key);
        return send ? [send] : [];
      });
      const [told] = batch?.told ?? [];
      if (batch && told) await settle(attempt, [told.send], await post(attempt.tenantId, told, batch, signal));
    },
    mail: async (attempt) => {
      const batch = await prepare(attempt.tenantId, (tx) => readMailsTo(tx, attempt.key));
      if (!batch || batch.told.length === 0) return;
      const { told, language } = batch;
      const mail = alertMail(
        language,
        told.map(({ send, alert }) => ({ event: send.event, alert })),
        mailer.link,
      );
      const taken = await mailer.send({ to: attempt.key, ...mail });
      await settle(
        attempt,
        told.map(({ send }) => send),
        taken ? undefined : 'MAIL_NOT_TAKEN',
      );
    },
    close: () => http.close(),
  };
}

/** As standardwebhooks.com has it: HMAC-SHA256 in base64 over `<id>.<timestamp>.<body>`. */
export function signatureOf(key: string, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', Buffer.from(key.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64');
}

const webhookBody = (event: AlertEvent, alert: Alert, language: 'en' | 'es') => ({
  type: `alert.${event}`,
  timestamp: new Date(alert.timestamp).toISOString(),
  data: { ...alert, ...alertWords(alert, language) },
});
