import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { startTestInbox, type TestInbox } from '../../../apps/server/src/mail/test-inbox.ts';
import { eventually, startAcequia, type Acequia } from './acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { Api } from './api.ts';
import { runCommand, type Printed } from './command.ts';
import { launchBrowser, openPage, type PageOptions, type WatchedPage } from './browser.ts';

/** Every journey in both languages is seen in both themes, too. */
export const looks = [
  { theme: 'dark', language: 'en', locale: 'en-GB' },
  { theme: 'light', language: 'es', locale: 'es-ES' },
] as const;
export type Look = (typeof looks)[number];

/** An installation with its owner and a browser, shared by the tests of one file. Its parts are there once the first hook has run. */
export class House {
  acequia!: Acequia;
  /** The owner, logged in. */
  api!: Api;
  browser!: Browser;
  /** Of a house with mail. */
  inbox!: TestInbox;

  get url(): string {
    return this.acequia.url;
  }

  /** A tab of a fresh profile that was here before, in this look. */
  async open(look: Look = looks[0], options: PageOptions = {}): Promise<WatchedPage> {
    const watched = await openPage(this.browser, { locale: look.locale, ...options });
    await watched.context.addCookies([{ name: 'acequia-look', value: `${look.theme}.standard.${look.language}`, url: this.url }]);
    return watched;
  }

  /** The owner's own look, wherever they log in. */
  prefer({ theme, language }: Look): Promise<unknown> {
    return this.api.call('PATCH', '/auth/preferences', { theme, language });
  }

  /** The address in the newest of the mails for somebody that have come since the inbox held `before`. */
  async linkFor(email: string, before = 0): Promise<string> {
    await eventually(`a mail for ${email}`, () => (this.inbox.mails.slice(before).some(({ to }) => to.includes(email)) ? true : undefined));
    return this.url + this.inbox.linkFor(email);
  }

  /** `acequia <words>`, as an operator runs it on this machine. */
  command(...words: string[]): Promise<Printed> {
    return runCommand(this.acequia, ...words);
  }
}

export interface HouseOptions {
  readonly mail?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Done before it starts; what comes of it is called when it has stopped. */
  readonly furnish?: (dataDirectory: string) => () => void;
}

/** Sets a house up before the tests of this file, and takes it down after them. */
export function useHouse(name: string, options: HouseOptions = {}): House {
  const folder = mkdtempSync(join(tmpdir(), `acequia-${name}-`));
  const house = new House();
  let clear: (() => void) | undefined;
  const mailSettings = async (port: number) => {
    if (!options.mail) return {};
    house.inbox = await startTestInbox();
    return {
      ACEQUIA_SMTP_URL: house.inbox.url,
      ACEQUIA_MAIL_FROM: 'Acequia <acequia@example.com>',
      ACEQUIA_PUBLIC_URL: `http://127.0.0.1:${port}`,
    };
  };
  beforeAll(async () => {
    clear = options.furnish?.(join(folder, 'data'));
    const port = await freePort();
    const env = { ...(await mailSettings(port)), ...options.env };
    house.acequia = await startAcequia({ dataDirectory: join(folder, 'data'), port, env });
    house.api = new Api(house.url);
    await house.api.createOwner(house.acequia.setupCode!);
    house.browser = await launchBrowser();
  });
  afterAll(async () => {
    await house.browser?.close();
    await house.acequia?.stop();
    await house.inbox?.close();
    clear?.();
    rmSync(folder, { recursive: true, force: true });
  });
  return house;
}
