import { silentLog, type Log } from '@acequia/base';
import { afterEach, describe, expect, test } from 'vitest';
import { inviteMail, passwordChangedMail, resetMail } from './mail-texts.ts';
import { createMailer } from './mailer.ts';
import { startTestInbox, type TestInbox } from './test-inbox.ts';

let inbox: TestInbox;
afterEach(() => inbox.close());
const settings = () => ({ smtpUrl: inbox.url, from: 'Acequia <acequia@example.com>', publicUrl: 'https://console.example.com' });
const facts = { tenantName: 'Regadíos Vega', by: 'Ana Vega', link: 'https://console.example.com/join#token=abc' };

describe('a mail', () => {
  test.each(['en', 'es'] as const)('arrives at a real mail server with its link whole, in %s', async (language) => {
    inbox = await startTestInbox();
    const mailer = createMailer(settings(), silentLog);
    for (const mail of [inviteMail(language, 'a@b.cc', facts), resetMail(language, 'a@b.cc', facts.link)]) {
      expect(await mailer.send(mail)).toBe(true);
      expect(inbox.mails.at(-1)).toMatchObject({ to: ['a@b.cc'] });
      expect(inbox.mails.at(-1)?.text).toContain(facts.link);
    }
    expect(await mailer.send(passwordChangedMail(language, 'a@b.cc', { by: 'preferences' }))).toBe(true);
    expect(inbox.mails[0]!.text).toContain('Regadíos Vega');
    mailer.close();
  });

  test('a name with line breaks adds no header and no recipient', async () => {
    inbox = await startTestInbox();
    const mailer = createMailer(settings(), silentLog);
    const hostile = 'Vega\r\nBcc: victim@example.com\r\n\r\n<b>hi';
    await mailer.send(inviteMail('en', 'a@b.cc', { ...facts, tenantName: hostile, by: hostile }));
    expect(inbox.mails[0]!.to).toEqual(['a@b.cc']);
    expect(inbox.mails[0]!.text.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
    mailer.close();
  });

  test.each(['a@b.cc, c@d.ee', 'a@b.cc\r\nBcc: c@d.ee', '"a" <c@d.ee>'])('the address %j reaches nobody else', async (to) => {
    inbox = await startTestInbox();
    const mailer = createMailer(settings(), silentLog);
    await mailer.send(resetMail('en', to, facts.link));
    for (const mail of inbox.mails) expect(mail.to).not.toContain('c@d.ee');
    mailer.close();
  });

  test('that is refused says so, and neither link nor address is in the log', async () => {
    inbox = await startTestInbox({ refuse: true });
    const lines: string[] = [];
    const note = (fields: object, text: string) => void lines.push(`${JSON.stringify(fields)} ${text}`);
    const log: Log = { ...silentLog, warn: note, error: note };
    const mailer = createMailer(settings(), log);
    expect(await mailer.send(resetMail('en', 'a@b.cc', facts.link))).toBe(false);
    expect(lines).toEqual([expect.stringContaining('452')]);
    expect(lines.join()).not.toMatch(/token|a@b/);
    mailer.close();
  });
});
