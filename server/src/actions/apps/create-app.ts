import { nanoid } from 'nanoid';
import type { Member } from '../../domain/access/member.ts';
import { APP_NAME, APP_NAME_RULE } from '../../domain/app/setup-schema.ts';
import { OPERATOR } from '../../domain/link/link-creator.ts';
import { TOKEN_KINDS, type TokenKind } from '../../domain/access/token.ts';
import { fail, refuse } from '../../problem.ts';
import { findAppByName, insertApp, type App } from '../../storage/apps.ts';
import type { Transaction } from '../../storage/database.ts';
import { listMemberApps, saveMembership, touchMembership } from '../../storage/memberships.ts';
import type { Context } from '../context.ts';
import { addCommonOwners } from '../members/first-owners.ts';
import { recordAppChange } from './record-app-change.ts';
import { addToken } from '../tokens/create-token.ts';

/** Each app has its own limits, such as those of streams, so a member must not own any number of apps. */
const MAX_OWNED_APPS = 100;

export interface CreatedApp {
  readonly app: App;
  /** Shown once: the database has only their digests. */
  readonly tokens: Readonly<Record<TokenKind, string>>;
  /** E-mail addresses of its owners; empty: it has none yet. */
  readonly owners: readonly string[];
}

/**
 * Creates an app with one token of each kind. `to`: its owners. Without it, the operator creates an app without
 * an owner.
 * @throws `validation_failed` if the name is invalid or taken, `role_too_low` if the member owns no other app,
 * `too_many_apps`
 */
export async function createApp(
  ctx: Context,
  name: string,
  to?: Member | 'common-owners',
): Promise<CreatedApp> {
  const owner = typeof to === 'object' ? to : undefined;
  if (!new RegExp(APP_NAME).test(name)) {
    refuse([{ pointer: '/name', detail: APP_NAME_RULE }]);
  }
  const created = await ctx.db.transaction(async (tx) => {
    if (owner) await assertMayCreateApp(tx, owner);
    if (await findAppByName(tx, name)) refuse([{ pointer: '/name', detail: `"${name}" is taken` }]);
    const now = ctx.now();
    const app = { id: `app_${nanoid(16)}`, name };
    // An app of the operator may be listed on the default host; that of a member needs permission.
    await insertApp(tx, app, now, owner === undefined);
    if (owner) {
      await saveMembership(tx, app.id, owner.id, 'owner', now);
      await touchMembership(tx, app.id, owner.id, now);
    }
    const common = to === 'common-owners' ? await addCommonOwners(tx, app.id, now) : [];
    const author = { appId: app.id, actor: owner?.id ?? OPERATOR };
    // Every instance must reload its directory: a second app changes what the hosts without an app show.
    await recordAppChange(tx, author, now, { action: 'create', after: { name } });
    const tokens: Partial<Record<TokenKind, string>> = {};
    for (const kind of TOKEN_KINDS) tokens[kind] = (await addToken(tx, author, kind, now)).token;
    const owners = owner ? [owner.email] : common;
    return { app, tokens: tokens as Record<TokenKind, string>, owners };
  });
  ctx.cache.forget(`app:${created.app.id}`);
  return created;
}

async function assertMayCreateApp(tx: Transaction, { id }: Member): Promise<void> {
  const owned = (await listMemberApps(tx, id)).filter(({ role }) => role === 'owner').length;
  if (owned === 0) {
    fail('role_too_low', 'Only the operator, or an owner of another app, can create an app.');
  }
  if (owned >= MAX_OWNED_APPS) {
    fail('too_many_apps', `You own ${owned} apps; with ${MAX_OWNED_APPS}, no more can be created.`);
  }
}
