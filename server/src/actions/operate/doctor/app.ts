import { neverMatches } from '../../../domain/matcher.ts';
import { loadPlatforms, type App } from '../../../storage/apps.ts';
import { listTokens } from '../../../storage/tokens.ts';
import { rulesOf, type Context } from '../../context.ts';
import type { AppFinding } from './finding.ts';
import { examineHosts } from './hosts.ts';
import { examinePlatforms } from './platforms.ts';

/** Platforms, templates, tokens and hosts of one app. Silent when there is nothing to fix. */
export async function examineApp(ctx: Context, { id, name }: App): Promise<AppFinding[]> {
  const findings = examinePlatforms(name, await loadPlatforms(ctx.db, id));
  for (const shadowed of (await rulesOf(ctx, id)).matcher.shadowed()) {
    findings.push({
      level: 'warning',
      what: neverMatches(shadowed),
      advice: 'remove it, or change its pattern',
      places: [{ where: `/templates/${shadowed.name}` }],
    });
  }
  const alive = (await listTokens(ctx.db, id)).filter((token) => token.revokedAt === null);
  if (alive.length === 0) {
    findings.push({
      level: 'warning',
      what: 'no token is left',
      advice: `smartlink token create --app ${name} --server`,
      places: [{ where: '', fix: 'make a token, so that programs can make and open links' }],
    });
  }
  return [...findings, ...(await examineHosts(ctx, { id, name }))];
}
