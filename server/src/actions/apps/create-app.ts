import { nanoid } from 'nanoid';
import { APP_NAME } from '../../domain/setup-schema.ts';
import { TOKEN_KINDS, type TokenKind } from '../../domain/token.ts';
import { refuse } from '../../problem.ts';
import { findAppByName, insertApp, type App } from '../../storage/apps.ts';
import type { Context } from '../context.ts';
import { addToken } from '../tokens/create-token.ts';

export interface CreatedApp {
  readonly app: App;
  /** Shown once: the store keeps only their digests. */
  readonly tokens: Readonly<Record<TokenKind, string>>;
}

/** Makes an app with one token of each kind. Fails with `validation_failed` on a bad or taken name. */
export async function createApp(ctx: Context, name: string): Promise<CreatedApp> {
  if (!new RegExp(APP_NAME).test(name)) {
    refuse([{ pointer: '/name', detail: 'must be small letters, digits and hyphens, at most 64' }]);
  }
  return ctx.db.transaction(async (tx) => {
    if (await findAppByName(tx, name)) refuse([{ pointer: '/name', detail: `"${name}" is taken` }]);
    const app = { id: `app_${nanoid(16)}`, name };
    await insertApp(tx, app, ctx.now());
    const tokens: Partial<Record<TokenKind, string>> = {};
    for (const kind of TOKEN_KINDS)
      tokens[kind] = (await addToken(tx, app.id, kind, ctx.now())).token;
    return { app, tokens: tokens as Record<TokenKind, string> };
  });
}
