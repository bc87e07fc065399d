import { setImmediate } from 'node:timers/promises';
import type { JsonText } from '../../domain/json.ts';
import type { AppRules } from '../../domain/link-routes.ts';
import type { Shadowed } from '../../domain/matcher.ts';
import { remade, rulesWith, type RemadeLink } from '../../domain/remade-routes.ts';
import { parseTemplateTrial, testUri, type UriTest } from '../../domain/template-trial.ts';
import { refuse } from '../../problem.ts';
import { listRoutedLinks } from '../../storage/link-list.ts';
import { rulesOf, type Context } from '../context.ts';

/** How many links a page looks at, and how many of them it tells of. */
export const LOOKED_AT_LINKS = 2000;
export const MAX_DIFFERENT_LINKS = 50;
/** Visits wait for so many links and no more. */
const BATCH_SIZE = 100;

export interface RemadeLinks {
  readonly lookedAt: number;
  readonly different: readonly RemadeLink[];
  /** What asks for the next page; null on the last. */
  readonly next: number | null;
}

export interface TriedTemplates {
  readonly uri: UriTest | undefined;
  /** Templates that no URI can reach. */
  readonly shadowed: readonly Shadowed[];
  /** Undefined where no settings were sent, so that none would change. */
  readonly links: RemadeLinks | undefined;
}

/**
 * What would come out of a URI, and which links would come out otherwise, with templates and
 * platforms that are not saved. Changes nothing. Fails with `validation_failed` and all faults.
 */
export async function tryTemplates(
  ctx: Context,
  appId: string,
  json: JsonText,
): Promise<TriedTemplates> {
  const parsed = parseTemplateTrial(json, ctx.own());
  if ('faults' in parsed) refuse(parsed.faults);
  const { uri, setup, cursor } = parsed.trial;
  const stored = await rulesOf(ctx, appId);
  const rules = setup ? rulesWith(setup, stored) : stored;
  return {
    uri: uri && testUri(uri.text, uri.base, rules, ctx.own()),
    shadowed: rules.matcher.shadowed(),
    links: setup && (await compareLinks(ctx, appId, stored, rules, cursor)),
  };
}

/** Looks at a page of the app's links, the newest first; those that are deleted do not count. */
async function compareLinks(
  ctx: Context,
  appId: string,
  before: AppRules,
  after: AppRules,
  cursor = Number.MAX_SAFE_INTEGER,
): Promise<RemadeLinks> {
  const different: RemadeLink[] = [];
  let lookedAt = 0;
  let end = cursor;
  for (let read = 0; read < LOOKED_AT_LINKS; read += BATCH_SIZE) {
    const links = await listRoutedLinks(ctx.db, appId, end, BATCH_SIZE);
    for (const link of links) {
      end = link.seq;
      if (link.state === 'deleted') continue;
      lookedAt++;
      const other = remade(link, before, after, ctx.own());
      if (other && different.push(other) === MAX_DIFFERENT_LINKS) {
        return { lookedAt, different, next: end };
      }
    }
    if (links.length < BATCH_SIZE) return { lookedAt, different, next: null };
    await setImmediate();
  }
  return { lookedAt, different, next: end };
}
