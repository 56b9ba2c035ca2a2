import { createHmac } from 'node:crypto';
import { isAppError, minuteMs, secondMs, type Clock, type Log, type Random } from '@acequia/base';
import type { Alert, AlertEvent } from '@acequia/contract';
import { alertText } from '@acequia/contract/alert-texts';
import { backoffMs, createHttpClient, noEgress, type EgressPolicy } from '@acequia/wire';
import type { Database } from '../../db/database.ts';
import { alertMail } from '../../mail/alert-mail.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { SecretVault } from '../secrets/secret-vault.ts';
import { readTold, signingKeyId } from './alerts.service.ts';
import { claimSends, deleteSends, postponeSends, readSettings, writeFault, type SendRow } from './alerts.store.ts';

export interface AlertSender {
  /** Sends what is due to a tenant's people. What fails is sent again later; what fails too often is given up, which the console shows. */
  send(tenantId: string): Promise<void>;
  close(): void;
}

export interface AlertSenderDeps {
  readonly database: Database;
  readonly vault: SecretVault;
  readonly mailer: Mailer;
  readonly egressOf: (tenantId: string) => Promise<EgressPolicy>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

const attemptsMax = 8;
const waits = { firstMs: 10 * secondMs, maxMs: 15 * minuteMs } as const;
/** Nobody else sends it meanwhile. Longer than all of one claim can take. */
const leaseMs = 5 * minuteMs;
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

export function createAlertSender({ database, vault, mailer, egressOf, clock, random, log }: AlertSenderDeps): AlertSender {
  const http = createHttpClient({
    egress: noEgress,
    clock,
    connectTimeoutMs: 5 * secondMs,
    timeoutMs: webhookTimeoutMs,
    maxResponseBytes: 65_536,
    maxSockets: 8,
  });

  const claim = (tenantId: string): Promise<Batch | undefined> =>
    database.withTenant(tenantId, async (tx) => {
      const now = clock.now();
      const sends = await claimSends(tx, now, now + leaseMs);
      const settings = sends.length > 0 ? await readSettings(tx) : undefined;
      if (!settings) return undefined;
      const { sealedKey, keyVersion, language } = settings;
      const alerts = await readTold(
        { tx, now },
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

  const settle = (tenantId: string, sends: readonly SendRow[], fault: string | undefined) =>
    database.withTenant(tenantId, async (tx) => {
      const over = sends.filter(({ attempts }) => fault === undefined || attempts >= attemptsMax);
      await deleteSends(
        tx,
        over.map(({ id }) => id),
      );
      const [given] = over;
      if (fault !== undefined && given)
        await writeFault(tx, { code: fault, fields: { channel: given.channel, target: given.target } }, clock.now());
      for (const { id, attempts } of sends.filter((send) => !over.includes(send)))
        await postponeSends(tx, [id], clock.now() + waits.firstMs + backoffMs(attempts, waits, random));
    });

  /** The code of what went wrong. */
  const call = async (tenantId: string, { send, alert }: Told, { language, signingKey }: Batch): Promise<string | undefined> => {
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
      });
      return status >= 200 && status < 300 ? undefined : `HTTP_${status}`;
    } catch (error) {
      return isAppError(error) ? error.code : 'WEBHOOK_FAILED';
    }
  };

  return {
    send: async (tenantId) => {
      const batch = await claim(tenantId);
      if (!batch) return;
      const { told, language } = batch;
      for (const [to, own] of Map.groupBy(
        told.filter(({ send }) => send.channel === 'email'),
        ({ send }) => send.target,
      )) {
        const mail = alertMail(
          language,
          own.map(({ send, alert }) => ({ event: send.event, alert })),
          mailer.link,
        );
        const taken = await mailer.send({ to, ...mail });
        await settle(
          tenantId,
          own.map(({ send }) => send),
          taken ? undefined : 'MAIL_NOT_TAKEN',
        );
      }
      for (const each of told.filter(({ send }) => send.channel === 'webhook')) {
        const fault = await call(tenantId, each, batch);
        if (fault !== undefined) log.warn({ tenantId, fault, attempt: each.send.attempts }, 'a webhook did not take an alert');
        await settle(tenantId, [each.send], fault);
      }
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
  data: { ...alert, ...alertText(alert.message.code, language, alert.message.fields, alert.places) },
});
