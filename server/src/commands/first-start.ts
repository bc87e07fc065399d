import { createFirstApp } from '../actions/apps/create-first-app.ts';
import type { CreatedApp } from '../actions/apps/create-app.ts';
import type { Context } from '../actions/context.ts';
import { createFirstInvitation, isFirstStart } from '../actions/members/first-invitation.ts';
import type { Invited } from '../actions/members/invite.ts';
import { openFirstStartFile, type FirstStartFile } from '../actions/operate/first-start-file.ts';
import { StoreUnavailable } from '../storage/database.ts';
import { table, type Terminal } from './command.ts';

/** What a store that is new, or new to people, gets and shows once. */
export interface FirstStart {
  readonly created?: CreatedApp | undefined;
  readonly invited?: Invited | undefined;
  /** What to print about it, for a service that people reach at `address`. */
  show(address: string): string;
}

const NOTHING: FirstStart = { show: () => '' };

/**
 * Makes the first app and the link to sign in where there are none. On a terminal they are printed.
 * Anywhere else output ends in a log that others can read, so they go to a file that only its owner can
 * read; where no file can be made, nothing is made either.
 */
export async function firstStart(ctx: Context, { stdout }: Terminal): Promise<FirstStart> {
  if (!(await isFirstStart(ctx).catch(unlessUnavailable))) return NOTHING;
  if (stdout.isTTY) {
    const made = await make(ctx);
    return { ...made, show: (address) => secretsOf(made, address) };
  }
  let file: FirstStartFile;
  try {
    file = openFirstStartFile(ctx.db);
  } catch (error) {
    return { show: () => withoutFile(error) };
  }
  const made = await make(ctx);
  if (!made.created && !made.invited) {
    file.discard();
    return NOTHING;
  }
  return {
    ...made,
    show(address) {
      file.write(`Save what you need from this file, then delete it.\n${secretsOf(made, address)}`);
      return inFile(made, file.path);
    },
  };
}

type Made = Pick<FirstStart, 'created' | 'invited'>;

async function make(ctx: Context): Promise<Made> {
  const created = await createFirstApp(ctx).catch(unlessUnavailable);
  return { created, invited: await createFirstInvitation(ctx).catch(unlessUnavailable) };
}

/** A store that is unavailable has its app already, or is asked again at the next start. */
export function unlessUnavailable(error: unknown): undefined {
  if (error instanceof StoreUnavailable) return undefined;
  throw error;
}

function inFile({ created }: Made, path: string): string {
  const what = created
    ? `An app named "${created.app.name}" was created. Its tokens and the link to sign in to the dashboard`
    : 'The link to sign in to the dashboard';
  const verb = created ? 'are' : 'is';
  return `\n${what} ${verb} in this file, which only its owner can read. Delete it when you have saved them:\n\n  ${path}\n\n`;
}

function withoutFile(error: unknown): string {
  return `
There is no app or nobody can sign in yet. Tokens are not printed where the output is not a terminal, and
no file can be made for them: ${(error as Error).message}
On a terminal, run these:

  smartlink app create --name my-app
  smartlink member invite <email> --app my-app --role owner

`;
}

function secretsOf({ created, invited }: Made, address: string): string {
  return (created ? welcome(created, address) : '') + (invited ? invitation(invited) : '');
}

/** Tokens are shown here and never again. */
function welcome({ app, tokens }: CreatedApp, address: string): string {
  const rows = Object.entries(tokens).map(([kind, token]) => [`  ${kind}`, token]);
  return `
Welcome to Smartlink. An app named "${app.name}" was created for you.

Its tokens are shown this once; keep them:

${table(['  kind', 'token'], rows)}

Create your first smart link, in another terminal:

  curl ${address}/v2/smartlinks \\
    -H "Authorization: Token ${tokens.server}" \\
    -H "Content-Type: application/json" \\
    -d '{"uri":"https://example.com/hello"}'

Then open the address it answers with in a browser. A path such as "products/5" leads nowhere yet: it needs
the address of your web site, which you set in the dashboard or with an apply file.
Try everything else at ${address}/docs

`;
}

/** Under the tokens of the first app, or alone where there was an app before. */
function invitation({ address }: Invited): string {
  return `Sign in to the dashboard, once by this link, in the next seven days:

  ${address}

`;
}
