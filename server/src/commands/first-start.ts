import { createFirstApp } from '../actions/apps/create-first-app.ts';
import type { CreatedApp } from '../actions/apps/create-app.ts';
import type { Context } from '../actions/context.ts';
import { createFirstInvitation, isFirstStart } from '../actions/members/first-invitation.ts';
import type { Invited } from '../actions/members/invite.ts';
import { openFirstStartFile, type FirstStartFile } from '../actions/operate/first-start-file.ts';
import { StoreUnavailable } from '../storage/database.ts';
import type { Terminal } from './report.ts';
import { table } from './table.ts';

/** What the first start creates and shows once: the first app and the first invitation. */
export interface FirstStart {
  readonly created?: CreatedApp | undefined;
  readonly invited?: Invited | undefined;
  /** Returns the text to print, for a service at `address`. */
  show(address: string): string;
}

const NOTHING: FirstStart = { show: () => '' };

/**
 * Creates the first app and the invitation to the dashboard if there are none. On a terminal, their secrets
 * are printed. Otherwise the output ends in a log that others can read, so the secrets are written to a file
 * that only its owner can read; if the file cannot be created, nothing is created.
 */
export async function firstStart(
  ctx: Context,
  { stdout, programName }: Terminal,
): Promise<FirstStart> {
  if (!(await isFirstStart(ctx).catch(unlessUnavailable))) return NOTHING;
  if (stdout.isTTY) {
    const made = await make(ctx);
    return { ...made, show: (address) => secretsOf(made, address) };
  }
  let file: FirstStartFile;
  try {
    file = openFirstStartFile(ctx.db);
  } catch (error) {
    return { show: () => withoutFile(error, programName) };
  }
  const made = await make(ctx).catch((error: unknown) => {
    file.discard();
    throw error;
  });
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

/** If the database is unavailable, the first app already exists, or the next start tries again. */
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

function withoutFile(error: unknown, program: string): string {
  return `
There is no app yet, or no user can sign in. Tokens are printed only on a terminal, and a file for them
cannot be created: ${(error as Error).message}
Run these commands on a terminal:

  ${program} app create --name my-app
  ${program} member invite <email> --app my-app --role owner

`;
}

function secretsOf({ created, invited }: Made, address: string): string {
  return (created ? welcome(created, address) : '') + (invited ? invitation(invited) : '');
}

/** Tokens are shown only here. */
function welcome({ app, tokens }: CreatedApp, address: string): string {
  const rows = Object.entries(tokens).map(([kind, token]) => [`  ${kind}`, token]);
  return `
Welcome to Smartlink. An app named "${app.name}" was created for you.

Its tokens are shown only once; save them:

${table(['  kind', 'token'], rows)}

Create your first smart link, in another terminal:

  curl ${address}/v2/smartlinks \\
    -H "Authorization: Token ${tokens.server}" \\
    -H "Content-Type: application/json" \\
    -d '{"uri":"https://example.com/hello"}'

Then open the address in the response in a browser. A path such as "products/5" has no destination yet: it
needs the address of your website, which you set in the dashboard or with an apply file.
Try the rest of the API at ${address}/docs

`;
}

/** Printed after the tokens of the first app, or alone if an app already existed. */
function invitation({ address }: Invited): string {
  return `Sign in to the dashboard with this link. It works once and expires in seven days:

  ${address}

`;
}
