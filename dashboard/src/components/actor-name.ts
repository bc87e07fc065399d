import type { Token } from '../api/types.ts';
import { actors } from '../texts/actors.ts';

export type TokensById = ReadonlyMap<string, Pick<Token, 'prefix'>>;

/**
 * The display name of an actor: a member, a token, the operator or the service.
 * @param by the id, `operator` or `service`; null: unknown
 * @param name the name that the service reported, if any
 * @param tokens undefined while they load
 */
export function actorName(
  by: string | null,
  name: string | null | undefined,
  tokens: TokensById | undefined,
): string {
  if (by === 'operator') return actors.operator;
  if (by === 'service') return actors.service;
  if (name !== undefined && name !== null) return name;
  if (by?.startsWith('mem_')) return actors.formerMember;
  const token = tokens?.get(by ?? '');
  return token ? actors.token(token.prefix) : (by ?? actors.unknown);
}
