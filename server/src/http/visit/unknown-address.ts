import type { FastifyRequest } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { findHostApp } from '../../actions/links/host-app.ts';
import { RESERVED_PATHS } from '../../domain/link/code.ts';
import { finishedPage, type FinishedPage } from '../../pages/finished-page.ts';
import { pickLanguage } from '../../pages/language.ts';
import { answerMessagePage } from '../../pages/messages.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { requestPath } from '../request-path.ts';
import { OWN_PAGES } from './own-pages.ts';

/**
 * The page for a person who opens an address that is neither a link nor an endpoint, such as a link with more text
 * after it. Undefined for programs, which get a problem document.
 */
export async function unknownAddressPage(
  ctx: Context,
  request: FastifyRequest,
  host: string | undefined,
): Promise<FinishedPage | undefined> {
  const { method, headers } = request;
  const isPage = method === 'GET' || method === 'HEAD';
  if (!isPage || headers.accept?.includes('text/html') !== true) return undefined;
  // The URL without the path of `BASE_URL`.
  const [, first = ''] = requestPath(request.url).split('/', 2);
  if (RESERVED_PATHS.has(first)) return undefined;
  const language = pickLanguage(headers['accept-language']);
  // The answer is the same without the app, whose settings only change how the page looks.
  const app = await findHostApp(ctx, host).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
  });
  if (app === undefined) return OWN_PAGES.notFound(language);
  const page = answerMessagePage('not-found', { language, appearance: app.settings });
  return finishedPage(404, page);
}
