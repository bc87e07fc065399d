import { linkRoutes, type AppRules } from '../../domain/link/link-routes.ts';
import type { PreviewRequest } from '../../domain/app/preview-request.ts';
import { visitApp, type VisitApp } from '../../domain/app/visit-app.ts';
import { newestActiveLinks } from '../../storage/link-list.ts';
import type { Answer } from '../../visit/answer.ts';
import { decide, type VisitLink } from '../../visit/decide.ts';
import { visitFacts } from '../../visit/facts.ts';
import { rulesOf, type Context } from '../context.ts';
import { getAppById } from './get-app.ts';
import { settingsOf, type Visit } from '../links/open-link.ts';

/** A visit to preview settings that are not saved. */
export interface SampleVisit {
  readonly answer: Answer;
  readonly app: VisitApp;
  readonly visit: Visit;
  readonly language: PreviewRequest['language'];
}

const AGENTS = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};
const ROBOT = 'Slackbot-LinkExpanding 1.0';
/** How many of the newest links are searched for a suitable one. */
const SAMPLED_LINKS = 20;
const EXAMPLE_URI = 'example';

/**
 * Returns what a visitor would see with unsaved settings. The link is the newest suitable one, or else an
 * example. Changes nothing.
 * @throws `not_found`
 */
export async function sampleVisit(
  ctx: Context,
  appId: string,
  { visits, page, language, device = 'iphone' }: PreviewRequest,
): Promise<SampleVisit> {
  const stored = await getAppById(ctx, appId);
  const rules = await rulesOf(ctx, appId);
  const app = visitApp(appId, stored.name, visits, rules.platforms);
  const facts = visitFacts({ 'user-agent': page === 'preview' ? ROBOT : AGENTS[device] });
  const sample = (code: string, answer: Answer): SampleVisit => {
    return { answer, app, visit: { facts, host: undefined, code }, language };
  };
  if (page !== 'open-app' && page !== 'preview') return sample(EXAMPLE_URI, { kind: page });
  const links = await sampleLinks(ctx, appId, rules);
  for (const link of links) {
    const answer = decide(link, facts, settingsOf(ctx, app));
    if (answer.kind === page) return sample(link.code, answer);
  }
  return sample(EXAMPLE_URI, OPEN_APP);
}

/** Used if no link of the app opens an app on this device. */
const OPEN_APP: Answer = {
  kind: 'open-app',
  app: 'com.example.app://example',
  fallback: 'https://example.com/',
  web: undefined,
};

/** The newest links, then one with a path as its URI. All without their own social previews. */
async function sampleLinks(ctx: Context, appId: string, rules: AppRules): Promise<VisitLink[]> {
  const links = await newestActiveLinks(ctx.db, appId, SAMPLED_LINKS);
  const base = { form: 'path', path: EXAMPLE_URI } as const;
  const { routes } = linkRoutes(EXAMPLE_URI, base, {}, rules, ctx.own());
  const example = { code: EXAMPLE_URI, routes, state: 'active' as const };
  return [...links, example].map(({ code, routes: own, state }) => {
    return { code, routes: own, state, social: undefined };
  });
}
