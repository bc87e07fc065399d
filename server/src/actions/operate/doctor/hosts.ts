import { loadPlatforms, isOnDefaultHost, type App } from '../../../storage/apps.ts';
import type { Context } from '../../context.ts';
import { listHosts, type ListedHosts } from '../../hosts/list-hosts.ts';
import { isLocal } from './addresses.ts';
import { appsOf, examineAssociation, type PublishedApps } from './association.ts';
import type { AppFinding, Finding } from './finding.ts';
import type { Reach } from '../../request-to.ts';

/** Reports pending hosts, and a default host whose files may not list the app. */
export async function examineHosts(ctx: Context, { id, name }: App): Promise<AppFinding[]> {
  const listed = await listHosts(ctx, id);
  const findings = listed.hosts.flatMap(({ host, record }, index): AppFinding[] => {
    if (!record) return [];
    const text = `${record.name} ${record.type} "${record.value}"`;
    return [
      {
        level: 'warning',
        what: `the domain ${host} is pending, so links do not open there`,
        advice: `create the DNS record ${text} and check the domain, or approve it: ${ctx.programName} host approve ${host} --app ${name}`,
        locations: [
          { where: `/hosts/${index}`, fix: `create the DNS record ${text}, then check the domain` },
        ],
      },
    ];
  });
  const { apple, android } = appsOf(await loadPlatforms(ctx.db, id));
  const unlisted = apple.length + android.length > 0 && !listed.defaultHost.listed;
  const isTest = isLocal(new URL(ctx.own().smartlinkBase));
  return unlisted && !isTest ? [...findings, notListed(ctx.programName, name, listed)] : findings;
}

function notListed(program: string, name: string, { hosts, defaultHost }: ListedHosts): AppFinding {
  const hasHost = hosts.some(({ state }) => state === 'proven');
  return {
    level: hasHost ? 'hint' : 'warning',
    what: `phones do not open the app for links under ${defaultHost.host}: its association files do not list this app`,
    advice: `if you trust the owners of the app: ${program} app allow-default-host ${name}`,
    locations: [
      {
        where: '',
        fix: hasHost
          ? 'publish links under a domain of the app, or ask the operator to allow the app there'
          : 'add a domain to the app, or ask the operator to allow the app there',
      },
    ],
  };
}

/** A name under which links of an app open, and the mobile apps that phones should find there. */
export interface Name extends PublishedApps {
  /** The JSON pointer to it in the app. */
  readonly where: string;
}

/** The active names of an app: the default host, if it may list the app, and proven hosts. */
export async function namesOf(ctx: Context, { id }: App): Promise<Name[]> {
  const expected = appsOf(await loadPlatforms(ctx.db, id));
  const { hosts } = await listHosts(ctx, id);
  const own = hosts.flatMap(({ host, state }, index): Name[] =>
    state === 'proven' ? [{ address: `https://${host}`, expected, where: `/hosts/${index}` }] : [],
  );
  const listed = await isOnDefaultHost(ctx.db, id);
  return listed ? [{ address: ctx.own().smartlinkBase, expected, where: '' }, ...own] : own;
}

/** Names that are requested at the same time, so that the names of an app cannot be used to flood a web site. */
const AT_ONCE = 10;

/**
 * Checks whether phones can find the apps under these names. With `reach`, each name is requested, which takes
 * seconds if one does not respond.
 */
export async function examineNames(
  names: readonly Name[],
  reach: Reach | undefined,
): Promise<AppFinding[]> {
  const examine = async ({ where, ...name }: Name): Promise<AppFinding[]> => {
    const findings: Finding[] = await examineAssociation(name, reach);
    return findings.map((finding) => ({ ...finding, locations: [{ where }] }));
  };
  const found: AppFinding[] = [];
  for (let at = 0; at < names.length; at += AT_ONCE) {
    found.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map(examine))).flat());
  }
  return found;
}
