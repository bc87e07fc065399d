import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from './provider.ts';

/** What the user did on the page of the provider. */
export type Answered = { readonly as: Account } | 'said no';

/** The sign-in page of the provider; undefined: the page was sent and waits for the user. */
export async function askOnPage(
  people: readonly Account[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answered | undefined> {
  const form = new URLSearchParams();
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    await once(request, 'end');
    for (const [name, value] of new URLSearchParams(body)) form.set(name, value);
    if (form.has('cancel')) return 'said no';
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
