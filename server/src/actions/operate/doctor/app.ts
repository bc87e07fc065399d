import { loadPlatforms, type App } from '../../../storage/apps.ts';
import { listTokens } from '../../../storage/tokens.ts';
import { rulesOf, type Context } from '../../context.ts';
import type { Finding } from './finding.ts';
import { examinePlatforms } from './platforms.ts';

/** Platforms, templates and tokens of one app. */
export async function examineApp(ctx: Context, { id, name }: App): Promise<Finding[]> {
  const findings = examinePlatforms(name, await loadPlatforms(ctx.db, id));
  for (const { name: template, by } of (await rulesOf(ctx, id)).matcher.shadowed()) {
    findings.push({
      level: 'warning',
      what: `app ${name}: template ${template} can never match, ${by.join(' and ')} come first`,
      advice: 'remove it, or change its pattern',
    });
  }
  const alive = (await listTokens(ctx.db, id)).filter((token) => token.revokedAt === null);
  if (alive.length === 0) {
    findings.push({
      level: 'warning',
      what: `app ${name}: no token is left`,
      advice: `smartlink token create --app ${name} --server`,
    });
  }
  return findings.length > 0 ? findings : [{ level: 'ok', what: `app ${name} is set up` }];
}
