import { stop } from '../processes.js';
import { runCommand, startService } from '../servers/service.js';

const PASSWORD = 'only for this bench';
const EMAIL = 'ada@shop.example';
/** The headers of a request from a page of the service itself. */
const FROM_HERE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

/** Invites the user of this benchmark; returns the address of the invitation. */
export async function inviteOwner(folder, app, settings = {}) {
  const args = ['member', 'invite', EMAIL, '--app', app, '--role', 'owner', '--json'];
  return JSON.parse(await runCommand(folder, args, settings)).address;
}

/** Adds the user to a database that no process uses, and signs them in; returns the cookie. */
export async function signedInTo(folder) {
  const invitation = await inviteOwner(folder, 'my-app');
  const { child, port } = await startService(folder);
  await accept(port, invitation);
  const cookie = await signIn(port);
  await stop(child);
  return cookie;
}

/** Accepts an invitation as the user of this benchmark. */
export async function accept(port, address) {
  const invitation = new URL(address).hash.slice(1);
  await enter(port, 'invitations/accept', { invitation, email: EMAIL, password: PASSWORD });
}

/** Signs that user in; returns the cookie. */
export function signIn(port) {
  return enter(port, 'sign-in', { email: EMAIL, password: PASSWORD });
}

async function enter(port, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}/manage/v1/${path}`, {
    method: 'POST',
    headers: FROM_HERE,
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return response.headers.getSetCookie()[0].split(';')[0];
}
