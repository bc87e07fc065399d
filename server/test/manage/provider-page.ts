import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from './provider.ts';

/** The choice of the user on the page of the provider. */
export type UserChoice = { readonly as: Account } | 'refused';

/** The sign-in page of the provider; undefined: the page was sent and waits for the user. */
export async function askOnPage(
  people: readonly Account[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<UserChoice | undefined> {
  const form = new URLSearchParams();
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    await once(request, 'end');
    for (const [name, value] of new URLSearchParams(body)) form.set(name, value);
    if (form.has('cancel')) return 'refused';
    const found = people.find(({ email }) => email === form.get('email'));
    if (found) return { as: found };
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page(form.has('email') ? 'Nobody here has this address.' : ''));
  return undefined;
}

const page = (told: string): string => `<!doctype html>
<html lang="en">
  <title>Company login</title>
  <h1>Company login</h1>
  <p>Smartlink wants to know your name and your e-mail address.</p>
  <form method="post">
    <p role="alert">${told}</p>
    <label>Company e-mail <input name="email"></label>
    <button>Continue</button>
    <button name="cancel" value="1">Cancel</button>
  </form>
</html>`;
