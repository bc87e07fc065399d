import type { Browser, BrowserContextOptions, Locator, Page as Tab } from 'playwright-core';
import { createFirstInvitation } from '#server/src/actions/members/first-invitation.ts';
import { afterAll, type Service } from '#server/test/harness.ts';
import { PATIENCE_MS } from '../browser/open-browser.ts';

export interface Person {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export const ADA: Person = {
  email: 'ada@shop.example',
  name: 'Ada',
  password: 'tulip battery wednesday',
};
export const BEN: Person = {
  email: 'ben@shop.example',
  name: 'Ben',
  password: 'velvet onion forty-two',
};

/** Uncaught exceptions, console output, and the addresses of requests to other origins. */
export type Complaints = readonly string[];

export interface Window {
  readonly tab: Tab;
  readonly complaints: Complaints;
  /** Opens a page of the dashboard by its path, for example `shop/links`. */
  readonly goto: (path: string) => Promise<void>;
  /**
   * Opens a page from another one, as a link does, which takes a fraction of the time of loading it. Drops unsaved
   * input. Recent data is not requested again, and what is open above all pages stays open.
   */
  readonly to: (path: string) => Promise<void>;
}

/** Opens a new browser context without cookies or stored data, with one tab. */
export async function newWindow(
  browser: Browser,
  service: Service,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  });
  afterAll(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('pageerror', ({ message }) => complaints.push(message));
  tab.on('console', (entry) => {
    // Some of these tests expect responses with a status of 400 or higher.
    if (!entry.text().startsWith('Failed to load resource')) complaints.push(entry.text());
  });
  tab.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== service.url) complaints.push(request.url());
  });
  return {
    tab,
    complaints,
    goto: async (path) => {
      await tab.goto(`${service.url}/dashboard/${path}`);
    },
    to: async (path) => {
      // A message stays as long as the pointer is on it, and would cover what the next page has there.
      await tab.mouse.move(0, 0);
      const target = JSON.stringify({ href: `/dashboard/${path}`, ignoreBlocker: true });
      await tab.evaluate(`__TSR_ROUTER__.navigate(${target})`);
    },
  };
}

/** Accepts an invitation as a new person, without its page. Opens no page. */
export async function enterByInvitation(
  window: Window,
  service: Service,
  address: string,
  { email, name, password }: Person,
): Promise<void> {
  const invitation = new URL(address).hash.slice(1);
  const account = { invitation, email, name, password };
  await enter(window, service, 'invitations/accept', account);
}

/** Signs in without the page. Opens no page. */
export async function enterAs(
  window: Window,
  service: Service,
  { email, password }: Person,
): Promise<void> {
  await enter(window, service, 'sign-in', { email, password });
}

/** Gets a session with a request of the tab, which takes a tenth of the time of filling in a form. */
async function enter({ tab }: Window, service: Service, path: string, data: object): Promise<void> {
  const answer = await tab.request.post(`${service.url}/manage/v1/${path}`, {
    data,
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

/** Opens the page that a signed-in person sees first. */
export async function openFirstPage({ tab, goto }: Window): Promise<void> {
  await goto('');
  await signedIn(tab);
}

/** Accepts an invitation as a new person on its page, and waits for the first signed-in page. */
export async function acceptInvitation(tab: Tab, address: string, person: Person): Promise<void> {
  await tab.goto(address);
  const email = tab.getByLabel(/^Email/);
  if (await email.isEditable()) await email.fill(person.email);
  await tab.getByLabel(/^Name/).fill(person.name);
  await tab.getByLabel(/^Password/).fill(person.password);
  await tab.getByRole('button', { name: /^Join (?!with )/ }).click();
  await signedIn(tab);
}

export async function signIn(where: Tab | Locator, { email, password }: Person): Promise<void> {
  await where.getByLabel(/^Email/).fill(email);
  await where.getByLabel(/^Password/).fill(password);
  await where.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** The dialog that appears over a page whose session has ended. */
export function signInDialog(tab: Tab): Locator {
  return tab.getByRole('dialog', { name: 'Sign in to continue' });
}

/** Waits until the navigation of the signed-in pages is visible. */
export async function signedIn(tab: Tab): Promise<void> {
  await tab.getByRole('button', { name: /^Account/ }).waitFor();
}

/** Creates the owner of the first app, with the invitation that the first start prints. Opens no page. */
export async function firstOwner(
  browser: Browser,
  service: Service,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const first = await createFirstInvitation(service.app.ctx);
  if (!first) throw new Error('the app already has a member');
  const window = await newWindow(browser, service, options);
  await enterByInvitation(window, service, first.address, ADA);
  return window;
}

/** Invites a person as the signed-in owner; returns that person's new browser window, signed in, without a page. */
export async function invite(
  browser: Browser,
  service: Service,
  owner: Window,
  person: Person,
  role: ShownRole,
): Promise<Window> {
  const address = await makeInvitation(owner, person.email, role);
  const window = await newWindow(browser, service);
  await enterByInvitation(window, service, address, person);
  return window;
}

export type ShownRole = 'Owner' | 'Editor' | 'Viewer';

/** Creates an invitation as the signed-in owner; returns its link. */
export async function makeInvitation(
  { tab, goto }: Window,
  email: string,
  role: ShownRole,
): Promise<string> {
  const page = 'shop/settings/members';
  if (!tab.url().endsWith(page)) await goto(page);
  await tab.getByRole('button', { name: 'Invite' }).click();
  const dialog = tab.getByRole('dialog');
  await dialog.getByLabel(/^Email/).fill(email);
  await dialog.getByLabel(/^Role/).click();
  await tab.getByRole('option', { name: role }).click();
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  const address = await tab.getByRole('dialog').locator('code').textContent();
  await tab.getByRole('button', { name: 'I have copied the link' }).click();
  return address ?? '';
}

/** The addresses of the changes that the page sends from now on. */
export function savesOf({ tab }: Window): readonly string[] {
  const saves: string[] = [];
  tab.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.url());
  });
  return saves;
}

/** Changes the theme of the system, and waits until the dashboard has followed. */
export async function useTheme(tab: Tab, theme: 'light' | 'dark'): Promise<void> {
  await tab.emulateMedia({ colorScheme: theme });
  await tab.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor();
}

/** Waits until the element has the keyboard focus. */
export function focused(locator: Locator): Promise<void> {
  return locator.and(locator.page().locator(':focus')).waitFor();
}

/** Chooses an item of the open menu with the keyboard: a menu moves with the page, so the pointer can miss it. */
export async function chooseItem(where: Tab | Locator, name: string | RegExp): Promise<void> {
  const exact = typeof name === 'string';
  const item = where.getByRole('menuitem', { name, exact, disabled: false });
  await menuFocused(item.page());
  await item.press('Enter');
}

/**
 * Waits until the focus in the open menu stays where keys move it: a menu that opens gives its first item the focus, twice,
 * each time with a timer.
 */
export async function menuFocused(tab: Tab): Promise<void> {
  await tab.locator('[role=menu] :focus').waitFor();
  await tab.evaluate('new Promise((done) => setTimeout(() => setTimeout(done)))');
}
