import type { Browser, BrowserContextOptions, Locator, Page as Tab } from 'playwright-core';
import { createFirstInvitation } from '#server/src/actions/members/first-invitation.ts';
import { afterAll, type Service } from '#server/test/harness.ts';

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

/** Everything that a browser complained about, and every address that it asked for elsewhere. */
export type Complaints = readonly string[];

export interface Window {
  readonly tab: Tab;
  readonly complaints: Complaints;
  /** Opens a page of the dashboard: `shop/links`. */
  readonly goto: (path: string) => Promise<void>;
}

/** A browser without a past, in front of the dashboard. */
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
  const tab = await context.newPage();
  tab.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  tab.on('pageerror', ({ message }) => complaints.push(message));
  tab.on('console', (entry) => {
    // Answers above 400 are what some of these tests are about.
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
  };
}

/** Uses the link of an invitation as a new person, up to the page that it leads to. */
export async function acceptInvitation(tab: Tab, address: string, person: Person): Promise<void> {
  await tab.goto(address);
  const email = tab.getByLabel(/^Email/);
  if (await email.isEditable()) await email.fill(person.email);
  await tab.getByLabel(/^Name/).fill(person.name);
  await tab.getByLabel(/^Password/).fill(person.password);
  await tab.getByRole('button', { name: /^Join (?!with )/ }).click();
  await signedIn(tab);
}

export async function signIn(tab: Tab, { email, password }: Person): Promise<void> {
  await tab.getByLabel(/^Email/).fill(email);
  await tab.getByLabel(/^Password/).fill(password);
  await tab.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until the frame of the signed-in pages is there. */
export async function signedIn(tab: Tab): Promise<void> {
  await tab.getByRole('button', { name: /^Account/ }).waitFor();
}

/** The owner of the first app, signed in by the link that the first start prints. */
export async function firstOwner(
  browser: Browser,
  service: Service,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const first = await createFirstInvitation(service.app.ctx);
  if (!first) throw new Error('somebody is a member already');
  const window = await newWindow(browser, service, options);
  await acceptInvitation(window.tab, first.address, ADA);
  return window;
}

/** Somebody whom the signed-in owner invites, in a browser of their own. */
export async function invite(
  browser: Browser,
  service: Service,
  owner: Window,
  person: Person,
  role: ShownRole,
): Promise<Window> {
  const address = await makeInvitation(owner, person.email, role);
  const window = await newWindow(browser, service);
  await acceptInvitation(window.tab, address, person);
  return window;
}

export type ShownRole = 'Owner' | 'Editor' | 'Viewer';

/** Has the signed-in owner invite somebody; the link to send to them. */
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

/** Waits until keys go to it. */
export function focused(locator: Locator): Promise<void> {
  return locator.and(locator.page().locator(':focus')).waitFor();
}
