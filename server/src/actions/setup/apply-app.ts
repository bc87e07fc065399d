import { nanoid } from 'nanoid';
import { pointer, type Fault } from '../../domain/fault.ts';
import { Matcher, type Shadowed } from '../../domain/matcher.ts';
import { planApp, type AppState, type Difference } from '../../domain/setup-diff.ts';
import type { AppSetup } from '../../domain/setup-schema.ts';
import { refuse } from '../../problem.ts';
import {
  findAppByName,
  insertApp,
  keepHostProof,
  savePlatform,
  savePlatformTokens,
  saveVisitSettings,
} from '../../storage/apps.ts';
import { appendAudit } from '../../storage/audit-log.ts';
import { appendChange } from '../../storage/changes.ts';
import type { Transaction } from '../../storage/database.ts';
import { ownerOf, replaceHosts, replaceProvenHosts } from '../../storage/hosts.ts';
import { replaceTemplates } from '../../storage/templates.ts';
import { appState } from '../apps/app-state.ts';
import type { Context } from '../context.ts';
import { addCommonOwners } from '../members/first-owners.ts';

export interface AppliedApp {
  readonly appId: string;
  readonly differences: readonly Difference[];
  /** E-mail addresses of its owners, where it is new. */
  readonly owners: readonly string[] | undefined;
  /** Templates that no URI can reach any more. */
  readonly shadowed: readonly Shadowed[];
}

/** Who changes an app. What the operator says of its hosts needs no proof. */
export interface Applier {
  /** The id of a token or a member, or `operator`. */
  readonly actor: string;
  readonly isOperator: boolean;
}

/**
 * Makes one app equal to what is wanted, and records who did it. `at` is the pointer of the app in its
 * document. `check` sees the app as it was, and throws to leave it so.
 */
export async function applyApp(
  ctx: Context,
  tx: Transaction,
  { actor, isOperator }: Applier,
  wanted: AppSetup,
  at: string,
  check: (state: AppState | undefined) => void = () => undefined,
): Promise<AppliedApp> {
  const known = await findAppByName(tx, wanted.name);
  const state = known && (await appState(tx, known.id, isOperator ? 'proven' : 'all'));
  check(state);
  const plan = planApp(wanted, state);
  const app = known ?? { id: `app_${nanoid(16)}`, name: wanted.name };
  if (!known) await insertApp(tx, app, ctx.now(), isOperator);
  // Only the operator makes apps by a document; whoever changes one has it already.
  const owners = known ? undefined : await addCommonOwners(tx, app.id, ctx.now());
  for (const [platform, settings] of plan.platforms)
    await savePlatform(tx, app.id, platform, settings);
  if (plan.templates) await replaceTemplates(tx, app.id, plan.templates);
  if (plan.visits) await saveVisitSettings(tx, app.id, plan.visits);
  if (plan.platformTokens) await savePlatformTokens(tx, app.id, plan.platformTokens);
  if (plan.hosts && isOperator) await takeHosts(tx, app.id, plan.hosts, at);
  else if (plan.hosts) await claimHosts(tx, app.id, plan.hosts);
  if (plan.differences.length > 0) {
    await appendChange(tx, `app:${app.id}`, ctx.now());
    await appendAudit(tx, {
      appId: app.id,
      subject: 'app',
      action: 'apply',
      actor,
      before: sideOf(plan.differences, 'from'),
      after: sideOf(plan.differences, 'to'),
      createdAt: ctx.now(),
    });
  }
  const shadowed = new Matcher(plan.templates ?? state?.templates ?? []).shadowed();
  return { appId: app.id, differences: plan.differences, owners, shadowed };
}

/** What differs, by what it is, as it was or as it became. */
function sideOf(differences: readonly Difference[], side: 'from' | 'to'): string {
  return JSON.stringify(Object.fromEntries(differences.map((d) => [d.what, d[side] ?? null])));
}

/** The operator's word proves a host, but takes none away from another app by accident. */
async function takeHosts(
  tx: Transaction,
  appId: string,
  hosts: readonly string[],
  at: string,
): Promise<void> {
  const taken: Fault[] = [];
  for (const [index, host] of hosts.entries()) {
    const owner = await ownerOf(tx, host);
    if (owner !== undefined && owner !== appId) {
      const detail = `"${host}" belongs to another app; remove it there first`;
      taken.push({ pointer: at + pointer('hosts', index), detail });
    }
  }
  if (taken.length > 0) refuse(taken);
  await replaceProvenHosts(tx, appId, hosts);
}

/** An owner may name any host: a new one has no effect on anyone until it is proven. */
async function claimHosts(tx: Transaction, appId: string, hosts: readonly string[]): Promise<void> {
  await replaceHosts(tx, appId, hosts);
  await keepHostProof(tx, appId, nanoid(32));
}
