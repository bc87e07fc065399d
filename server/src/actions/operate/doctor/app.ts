import { hasBase } from '../../../domain/link/own-targets.ts';
import { neverMatches } from '../../../domain/template/matcher.ts';
import { loadPlatforms, type App } from '../../../storage/apps.ts';
import { listOpenInvitations } from '../../../storage/invitations.ts';
import { hasMembers } from '../../../storage/members.ts';
import { listAppMembers } from '../../../storage/memberships.ts';
import { hasActiveToken } from '../../../storage/tokens.ts';
import { runInSlices } from '../../../time-slices.ts';
import { rulesOf, type Context } from '../../context.ts';
import type { AppFinding } from './finding.ts';
import { findExpiringLinks, NOTICE_DAYS, type ExpiringLinks } from '../../links/expiring-links.ts';
import { examineHosts } from './hosts.ts';
import { examinePlatforms } from './platforms.ts';
import { examineWebhooks } from './webhooks.ts';

/** Checks platforms, templates, tokens, webhooks and hosts of one app. Empty if there is nothing to fix. */
export async function examineApp(ctx: Context, { id, name }: App): Promise<AppFinding[]> {
  const program = ctx.programName;
  const platforms = await loadPlatforms(ctx.db, id);
  const findings = examinePlatforms(program, name, platforms, ctx.own());
  const rules = await rulesOf(ctx, id);
  for (const shadowed of await runInSlices(rules.matcher.findShadowed())) {
    findings.push({
      level: 'warning',
      what: neverMatches(shadowed),
      advice: 'remove it, or change its pattern',
      locations: [{ where: `/templates/${shadowed.name}` }],
    });
  }
  if (
    (await hasMembers(ctx.db)) &&
    (await listAppMembers(ctx.db, id)).length === 0 &&
    (await listOpenInvitations(ctx.db, id, ctx.now())).length === 0
  ) {
    findings.push({
      level: 'warning',
      what: 'it has no members, so no one can see it in the dashboard',
      advice: `${program} member invite <email> --app ${name} --role owner`,
      locations: [{ where: '/members', fix: 'invite an owner' }],
    });
  }
  if (!(await hasActiveToken(ctx.db, id))) {
    findings.push({
      level: 'warning',
      what: 'it has no valid token',
      advice: `${program} token create --app ${name} --server`,
      locations: [
        { where: '/tokens', fix: 'create a token, so that programs can create and open links' },
      ],
    });
  }
  const isPublic = await hasActiveToken(ctx.db, id, 'platform');
  if (isPublic && rules.platformTokens.create === 'own' && !hasBase(platforms)) {
    findings.push({
      level: 'warning',
      what: 'no platform has a base, so platform tokens can create links to any address, and anyone can have such a token',
      advice: `set a base for a platform; or, if apps create no links: ${offCommand(program, name)}`,
      locations: [
        {
          where: '/platform_tokens',
          fix: 'set a base for a platform, or let only server tokens create links',
        },
      ],
    });
  }
  const expiring = await findExpiringLinks(ctx, id, NOTICE_DAYS);
  if (expiring.count > 0) findings.push(expiryFinding(program, name, expiring));
  findings.push(...(await examineWebhooks(ctx, { id, name })));
  return [...findings, ...(await examineHosts(ctx, { id, name }))];
}

function expiryFinding(program: string, name: string, { count, more }: ExpiringLinks): AppFinding {
  const links = count === 1 ? '1 link ends' : `${more ? 'more than ' : ''}${count} links end`;
  return {
    level: 'hint',
    what: `${links} within ${NOTICE_DAYS} days`,
    advice: `${program} link list --app ${name} --state active --expires-within ${NOTICE_DAYS}`,
    locations: [{ where: '/links', fix: 'if it must work longer, change the end of the link' }],
  };
}

function offCommand(program: string, name: string): string {
  const file = JSON.stringify({ apps: [{ name, platform_tokens: { create: 'off' } }] });
  return `echo '${file}' | ${program} apply -`;
}
