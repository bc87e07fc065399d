import type { Visitor } from '../../platform/classify.ts';
import type { Kind } from './click.ts';

/** Headers of a request. Some say that nobody asked for it yet. */
export type PurposeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

const PREFETCH = /\b(?:prefetch|prerender|preview)\b/i;

/** Bots that read a link because a person posted it. All other bots read it on their own. */
const PREVIEWER =
  /facebookexternalhit|Facebot|Twitterbot|Slackbot-LinkExpanding|Slack-ImgProxy|Discordbot|^WhatsApp\/|TelegramBot|LinkedInBot|Pinterest(?:bot)?\/0|SkypeUriPreview|redditbot|kakaotalk-scrap|Viber|line-poker|Mastodon|Cardyb|Snap URL Preview|Iframely|Embedly|vkShare|Tumblr|Googlebot-Image-Preview|Google-PageRenderer/i;

/** The part of the kind that the user agent decides: equal user agents have equal results. */
export function kindOfAgent(visitor: Visitor, userAgent: string): Kind {
  if (visitor === 'tool' || userAgent === '') return 'tool';
  if (visitor === 'person') return 'human';
  return PREVIEWER.test(userAgent) ? 'preview' : 'bot';
}

/** The kind of a request. `ofAgent`: the result of `kindOfAgent`. */
export function kindOf(method: string | undefined, headers: PurposeHeaders, ofAgent: Kind): Kind {
  if (ofAgent !== 'human') return ofAgent;
  if (method === 'HEAD') return 'head';
  return isPrefetch(headers) ? 'prefetch' : 'human';
}

function isPrefetch(headers: PurposeHeaders): boolean {
  const purpose =
    headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return purpose !== undefined && PREFETCH.test(String(purpose));
}
