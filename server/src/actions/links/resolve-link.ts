import { isCode } from '../../domain/link/code.ts';
import { routesForToken, type Route } from '../../domain/link/route.ts';
import { fail } from '../../problem.ts';
import { findLinkView } from '../../storage/links.ts';
import type { Context } from '../context.ts';
import type { Viewer } from './retrieve-link.ts';

export interface ResolvedLink {
  readonly code: string;
  /** The best route for the reader's platform; null if there is none. */
  readonly route: Route | null;
}

/**
 * Returns the route of a link on the reader's platform.
 * @throws `not_found`, `gone`
 */
export async function resolveLink(
  ctx: Context,
  viewer: Viewer,
  code: string,
): Promise<ResolvedLink> {
  const link = isCode(code) ? await findLinkView(ctx.db, code) : undefined;
  if (link?.appId !== viewer.appId) {
    fail('not_found', 'The app of this token has no smart link with this code.');
  }
  if (link.state !== 'active') fail('gone', `The smart link is ${link.state}.`);
  const [route = null] = Object.values(routesForToken(link.routes, viewer.platform));
  return { code, route };
}
