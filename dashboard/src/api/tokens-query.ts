import { queryOptions, useQuery } from '@tanstack/react-query';
import { get } from './call.ts';
import type { Token, Tokens } from './schema.ts';
import { useApp } from './session.ts';

/** The tokens of an app, oldest first, including revoked ones. */
export function tokensQuery(app: string) {
  return queryOptions({
    queryKey: ['tokens', app],
    queryFn: ({ signal }) => get('tokens', { app, signal }),
  });
}

/** The tokens of the app by id, for their names; undefined while they load. */
export function useTokensById() {
  return useQuery({ ...tokensQuery(useApp()), select: byId }).data;
}

function byId({ tokens }: Tokens): ReadonlyMap<string, Token> {
  return new Map(tokens.map((token) => [token.token_id, token]));
}
