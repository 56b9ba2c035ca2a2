import type { Alert } from '@acequia/contract';
import { expect, test } from 'vitest';
import { alertMail } from './alert-mail.ts';

const alert = (name: string): Alert => ({
  id: 'AL_1',
  message: { code: 'DESTINATION_DOWN', fields: { name } },
  priority: 'critical',
  source: { type: 'datasink', id: 'DS_1' },
  location: '/datasinks/DS_1',
  cluster: null,
  worker: null,
  timestamp: 1,
  state: 'open',
  raises: 1,
  places: 1,
  lastSeenAt: 1,
  resolvedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  snoozedUntil: null,
});
const link = (path: string) => `https://acequia.example.com${path}`;

test('all that is told at a time is one mail, whose subject counts the others', () => {
  const told = ['SIEM', 'Archive', 'Lake'].map((name) => ({ event: 'raised' as const, alert: alert(name) }));
  const mail = alertMail('en', told, link);
  expect(mail.subject).toBe('Alert (critical): SIEM isn’t accepting events and 2 more');
  expect(mail.text).toContain('Alert (critical): Lake isn’t accepting events');
  expect(mail.text).toContain('https://acequia.example.com/datasinks/DS_1');
});

test('the end is told in the language that was chosen, and a name does not break its line', () => {
  const mail = alertMail('es', [{ event: 'resolved', alert: alert('SIEM\r\nBcc: x@example.com') }], link);
  expect(mail.subject).toBe('Resuelta (crítica): SIEM Bcc: x@example.com no acepta eventos');
});
