import type { Association } from '../../../domain/association.ts';
import { neverMatches } from '../../../domain/matcher.ts';
import { PLATFORMS, type AppPlatforms } from '../../../domain/platform.ts';
import { loadPlatforms, type App } from '../../../storage/apps.ts';
import { loadHosts } from '../../../storage/hosts.ts';
import { listOpenInvitations } from '../../../storage/invitations.ts';
import { hasMembers } from '../../../storage/members.ts';
import { listAppMembers } from '../../../storage/memberships.ts';
import { listTokens } from '../../../storage/tokens.ts';
import { rulesOf, type Context } from '../../context.ts';
import { examineAssociation, type PublishedApps } from './association.ts';
import type { AppFinding, Finding } from './finding.ts';
import { examinePlatforms } from './platforms.ts';

/** Platforms, templates and tokens of one app. Silent when nothing is to be mended. */
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
  if ((await hasMembers(ctx.db)) && (await listAppMembers(ctx.db, id)).length === 0) {
    const invited = (await listOpenInvitations(ctx.db, id, ctx.now())).length > 0;
    if (!invited) {
      findings.push({
        level: 'warning',
        what: 'it has no member, so nobody sees it in the dashboard',
        advice: `smartlink member invite <email> --app ${name} --role owner`,
        places: [{ where: '', fix: 'invite its owner' }],
      });
    }
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
  return findings;
}

/** A name under which links of an app open, and the apps that phones should know there. */
export interface Name extends PublishedApps {
  readonly where: string;
}

export async function namesOf(ctx: Context, { id }: App): Promise<Name[]> {
  const expected = appsOf(await loadPlatforms(ctx.db, id));
  const hosts = (await loadHosts(ctx.db, id)).map((host, index): Name => {
    return { address: `https://${host}`, expected, where: `/hosts/${index}` };
  });
  return [{ address: ctx.own().smartlinkBase, expected, where: '' }, ...hosts];
}

/**
 * Can phones know the apps under these names? With `network` each of them is asked, which takes seconds
 * where one does not answer.
 */
export async function examineNames(
  names: readonly Name[],
  network: boolean,
): Promise<AppFinding[]> {
  const asked = names.map(async ({ where, ...name }) => {
    const findings: Finding[] = await examineAssociation(name, network);
    return findings.map((finding) => ({ ...finding, places: [{ where }] }));
  });
  return (await Promise.all(asked)).flat();
}

/** The apps of all platforms that are on. */
function appsOf(platforms: AppPlatforms): Association {
  const on = PLATFORMS.filter((platform) => platforms[platform].enabled);
  const apps = on.flatMap((platform) => platforms[platform].apps ?? []);
  return {
    apple: apps.filter((app) => 'team_id' in app),
    android: apps.filter((app) => 'package' in app),
  };
}
