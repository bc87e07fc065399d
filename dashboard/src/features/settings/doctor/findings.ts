import type { Finding, Platform } from '../../../api/types.ts';
import { isPlatform } from '../../../lib/platform.ts';

/** The findings of the doctor, sorted for display. */

/** From the most to the least severe. */
const LEVELS = ['error', 'warning', 'hint', 'ok'] as const;
type Level = Finding['level'];

/** The findings by level; levels without findings are left out. */
export function byLevel(
  findings: readonly Finding[],
): readonly { readonly level: Level; readonly findings: readonly Finding[] }[] {
  return LEVELS.map((level) => ({
    level,
    findings: findings.filter((finding) => finding.level === level),
  })).filter((group) => group.findings.length > 0);
}

/** The findings to fix at a location, or with `below` anywhere within it. */
export function findingsAt(
  findings: readonly Finding[],
  where: string,
  below: boolean,
): readonly Finding[] {
  return findings.filter(
    (finding) =>
      finding.level !== 'ok' &&
      (finding.where === where || (below && finding.where.startsWith(`${where}/`))),
  );
}

/** The page where a finding can be fixed; a template by its name. */
export type Setting =
  | { readonly page: 'platforms' | 'hosts' | 'look' | 'tokens' | 'members' }
  | { readonly page: 'template'; readonly name: string }
  | { readonly page: 'webhook'; readonly id: string }
  /** The list of links that end soon. */
  | { readonly page: 'ending' };

export function settingOf({ where }: Finding): Setting | undefined {
  const [, first, second = ''] = where.split('/');
  if (first === 'platforms' || first === 'hosts') return { page: first };
  if (first === 'tokens' || first === 'members') return { page: first };
  if (first === 'links') return { page: 'ending' };
  if (first === 'webhooks' && second !== '') return { page: 'webhook', id: second };
  if (first === 'platform_tokens') return { page: 'tokens' };
  if (first === 'visits') return { page: 'look' };
  if (first === 'templates' && second !== '') {
    return { page: 'template', name: second.replaceAll('~1', '/').replaceAll('~0', '~') };
  }
  return undefined;
}

export function platformOf({ where }: Finding): Platform | undefined {
  const [, first, second = ''] = where.split('/');
  return first === 'platforms' && isPlatform(second) ? second : undefined;
}

/** The text of a finding without the leading platform, if the platform is shown beside it. */
export function withoutPlatform(what: string): string {
  return what.replace(/^(?:web|iphone|ipad|universal|android) /i, '');
}
