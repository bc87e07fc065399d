import type { AppRules } from '../../domain/link/link-routes.ts';
import type { Shadowed } from '../../domain/template/matcher.ts';
import { rebuiltLink, rulesWith, type RebuiltLink } from '../../domain/template/rebuilt-link.ts';
import { testUri, type TemplateTrial, type UriTest } from '../../domain/template/template-trial.ts';
import { listRoutedLinks } from '../../storage/link-list.ts';
import { yieldToEventLoop, runInSlices } from '../../time-slices.ts';
import { rulesOf, type Context } from '../context.ts';

/** How many links a page looks at, and how many of them it reports. */
export const LOOKED_AT_LINKS = 2000;
export const MAX_DIFFERENT_LINKS = 50;

export interface RebuiltLinks {
  readonly lookedAt: number;
  readonly different: readonly RebuiltLink[];
  /** What asks for the next page; null on the last. */
  readonly next: number | null;
}

export interface TriedTemplates {
  readonly uri: UriTest | undefined;
  /** Templates that no URI can reach. */
  readonly shadowed: readonly Shadowed[];
  /** Undefined where no settings were sent, so that none would change. */
  readonly links: RebuiltLinks | undefined;
}

/**
 * What would come out of a URI, and which links would come out differently, with templates and
 * platforms that are not saved. Changes nothing, and ends soon after `signal` is aborted, with its
 * reason.
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
  /** Where the page before ended; undefined: the first page. */
  readonly cursor: number | undefined;
  readonly signal: AbortSignal;
}

/** Looks at a page of the app's links, the newest first; those that are deleted do not count. */
async function compareLinks(
  ctx: Context,
  appId: string,
  { before, after, cursor = Number.MAX_SAFE_INTEGER, signal }: Comparison,
): Promise<RebuiltLinks> {
  const different: RebuiltLink[] = [];
  let lookedAt = 0;
  let end = cursor;
  let read = 0;
  for await (const links of listRoutedLinks(ctx.db, appId, cursor, LOOKED_AT_LINKS)) {
    read += links.length;
    for (const link of links) {
      await yieldToEventLoop(signal);
      end = link.seq;
      if (link.state === 'deleted') continue;
      lookedAt++;
      const other = rebuiltLink(link, before, after, ctx.own());
      if (other && different.push(other) === MAX_DIFFERENT_LINKS) {
        return { lookedAt, different, next: end };
      }
    }
  }
  return { lookedAt, different, next: read < LOOKED_AT_LINKS ? null : end };
}
