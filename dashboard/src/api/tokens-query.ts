import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './call.ts';
import type { Token, Tokens } from './schema.ts';
import { useApp } from './session.ts';

const MAX_PAGE_SIZE = 100;

/** The tokens of an app, oldest first, including revoked ones. */
export function tokensQuery(app: string) {
  return queryOptions({
    queryKey: ['tokens', app],
    queryFn: ({ signal }) => allTokens(app, signal),
  });
}

/** All pages: names are looked up in them, and a new token must be revocable. */
async function allTokens(app: string, signal: AbortSignal): Promise<Tokens> {
  const tokens: Token[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: MAX_PAGE_SIZE, cursor };
    const page = await get('tokens', { app, query, signal });
    tokens.push(...page.tokens);
    if (page.next_cursor === null) return { ...page, tokens };
    cursor = page.next_cursor;
  }
}

/** The tokens of the app by id, for their names; undefined while they load. */
export function useTokensById() {
  return useQuery({ ...tokensQuery(useApp()), select: byId }).data;
}

function byId({ tokens }: Tokens): ReadonlyMap<string, Token> {
  return new Map(tokens.map((token) => [token.token_id, token]));
}
