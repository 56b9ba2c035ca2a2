import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { owner } from './api.ts';

const launchArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: '/usr/bin/chromium', args: launchArguments });

/** A tab of a fresh profile that remembers everything the browser complained about. */
export interface WatchedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors, uncaught exceptions, CSP violations and failed requests of our own origin. */
  readonly complaints: string[];
}

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly locale?: string;
}

export async function openPage(browser: Browser, options: PageOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.locale ?? 'en-GB',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) =>
      console.error(`CSP ${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    );
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(`uncaught ${error.message}`));
  return { page, context, complaints };
}

/** Gives a browser the session of somebody, by the operation that the form of the login page calls; the page stays where it is. */
export async function haveSession(page: Page, url: string, email = owner.email): Promise<void> {
  const answer = await page.context().request.post(`${url}/api/v1/auth/login`, {
    headers: { 'x-acequia': 'console', origin: url },
    data: { ...owner, email },
  });
  if (!answer.ok()) throw new Error(`the login of ${email} answered ${answer.status()}`);
}

/**
 * Types over what a code editor (a condition, a template) has, by keyboard. `fill` selects on the page alone, and the editor takes that
 * selection back when its fields arrive before the text does.
 */
export async function typeCode(editor: Locator, text: string): Promise<void> {
  await editor.press('ControlOrMeta+a');
  await editor.page().keyboard.insertText(text);
}

/** Through the form that a new installation begins with, to the page that sets up a first source. */
export async function createOwner(page: Page, url: string, setupCode: string | undefined): Promise<void> {
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await page.goto(`${url}/login#setup=${setupCode}`);
  await fill('Organization', 'North Edge');
  await fill('First name', 'Ana');
  await fill('Last name', 'Ríos');
  await fill('Email', owner.email);
  await fill('Password', owner.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/get-started');
}

/** The same, and past that page, to the home page. */
export async function setUp(page: Page, url: string, setupCode: string | undefined): Promise<void> {
  await createOwner(page, url, setupCode);
  await page.getByRole('link', { name: 'Skip setup' }).click();
  await page.waitForURL('**/home');
}

/** Through the form of the login page, which is open. */
export async function fillLogin(page: Page, email = owner.email, password = owner.password): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.keyboard.press('Enter');
}

/** On the home page with a session. */
export async function logIn(page: Page, url: string, email = owner.email): Promise<void> {
  await haveSession(page, url, email);
  await page.goto(`${url}/home`);
}
