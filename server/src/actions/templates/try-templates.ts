import type { AppRules } from '../../domain/link/link-routes.ts';
import type { Shadowed } from '../../domain/template/matcher.ts';
import { rebuiltLink, rulesWith, type RebuiltLink } from '../../domain/template/rebuilt-link.ts';
import { testUri, type TemplateTrial, type UriTest } from '../../domain/template/template-trial.ts';
import { listRoutedLinks } from '../../storage/routed-links.ts';
import { yieldToEventLoop, runInSlices } from '../../time-slices.ts';
import { rulesOf, type Context } from '../context.ts';

/** The maximum number of links that one page compares. */
export const COMPARED_LINKS = 2000;
export const MAX_DIFFERENT_LINKS = 50;

export interface RebuiltLinks {
  readonly compared: number;
  readonly different: readonly RebuiltLink[];
  /** The cursor of the next page; null on the last page. */
  readonly next: number | null;
}

export interface TriedTemplates {
  readonly uri: UriTest | undefined;
  /** Templates that never match. */
  readonly shadowed: readonly Shadowed[];
  /** Undefined without unsaved settings, because then no link would change. */
  readonly links: RebuiltLinks | undefined;
}

/**
 * Returns the routes of a URI, and the links whose routes would change, with unsaved templates and platforms.
 * Changes nothing. Soon after `signal` is aborted, it throws the reason.
 */
export async function tryTemplates(
  ctx: Context,
  appId: string,
  { uri, setup, cursor }: TemplateTrial,
  signal: AbortSignal,
): Promise<TriedTemplates> {
  const stored = await rulesOf(ctx, appId);
  const rules = setup ? await runInSlices(rulesWith(setup, stored), signal) : stored;
  const shadowed = await runInSlices(rules.matcher.findShadowed(), signal);
  return {
    uri: uri && testUri(uri.text, uri.base, rules, ctx.own()),
    shadowed,
    links:
      setup && (await compareLinks(ctx, appId, { before: stored, after: rules, cursor, signal })),
  };
}

interface Comparison {
  readonly before: AppRules;
  readonly after: AppRules;
  /** Where the previous page ended; undefined for the first page. */
  readonly cursor: number | undefined;
  readonly signal: AbortSignal;
}

/** Compares a page of the app's links, newest first, except deleted ones. */
async function compareLinks(
  ctx: Context,
  appId: string,
  { before, after, cursor = Number.MAX_SAFE_INTEGER, signal }: Comparison,
): Promise<RebuiltLinks> {
  const different: RebuiltLink[] = [];
  let compared = 0;
  let end = cursor;
  let read = 0;
  for await (const links of listRoutedLinks(ctx.db, appId, cursor, COMPARED_LINKS)) {
    read += links.length;
    for (const link of links) {
      await yieldToEventLoop(signal);
      end = link.seq;
      if (link.state === 'deleted') continue;
      compared++;
      const other = rebuiltLink(link, before, after, ctx.own());
      if (other && different.push(other) === MAX_DIFFERENT_LINKS) {
        return { compared, different, next: end };
      }
    }
  }
  return { compared, different, next: read < COMPARED_LINKS ? null : end };
}
