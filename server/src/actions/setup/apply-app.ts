import { nanoid } from 'nanoid';
import { pointer, type Issue } from '../../domain/text/issue.ts';
import { Matcher, type Shadowed } from '../../domain/template/matcher.ts';
import {
  planSteps,
  type AppPlan,
  type AppState,
  type Difference,
} from '../../domain/app/setup-diff.ts';
import type { AppSetup } from '../../domain/app/setup-schema.ts';
import type { Template } from '../../domain/template/template.ts';
import { OPERATOR } from '../../domain/link/link-maker.ts';
import { textOf } from '../../long-text.ts';
import { refuse } from '../../problem.ts';
import {
  findAppByName,
  insertApp,
  keepHostProof,
  savePlatform,
  savePlatformTokens,
  saveVisitSettings,
  type App,
} from '../../storage/apps.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { ownerOf, replaceHosts, replaceProvenHosts } from '../../storage/hosts.ts';
import { replaceTemplates } from '../../storage/templates.ts';
import { runInSlices } from '../../time-slices.ts';
import { appState } from '../apps/app-state.ts';
import { recordAppChange } from '../apps/record-app-change.ts';
import type { Context } from '../context.ts';
import { addCommonOwners } from '../members/first-owners.ts';

/** What is to be written to an app, and its state before. */
export interface PlannedApp {
  readonly app: App;
  /** Undefined: the app is new. */
  readonly state: AppState | undefined;
  readonly plan: AppPlan;
  /** What is different, as it was and as it becomes: JSON text. */
  readonly before: string;
  readonly after: string;
}

/** Compares an app with the wanted setup. Long lists of templates are compared in time slices. */
export async function planSetup(
  db: Reader,
  wanted: AppSetup,
  isOperator: boolean,
): Promise<PlannedApp> {
  const known = await findAppByName(db, wanted.name);
  const state = known && (await appState(db, known.id, isOperator ? 'proven' : 'all'));
  const plan = await runInSlices(planSteps(wanted, state));
  return {
    app: known ?? { id: `app_${nanoid(16)}`, name: wanted.name },
    state,
    plan,
    before: await textOf(sideOf(plan.differences, 'from')),
    after: await textOf(sideOf(plan.differences, 'to')),
  };
}

/** What differs, by what it is, as it was or as it becomes. */
function* sideOf(
  differences: readonly Difference[],
  side: 'from' | 'to',
): Generator<string, void, void> {
  yield '{';
  for (const [index, difference] of differences.entries()) {
    const { what, [side]: value = null } = difference;
    yield `${index === 0 ? '' : ','}${JSON.stringify(what)}:${JSON.stringify(value)}`;
  }
  yield '}';
}

/**
 * Writes a plan and its entry in the audit log. Hosts that the operator sets need no proof. `actor`: the id of a
 * token or a member, or `operator`. `at`: the JSON pointer of the app in its document. Returns the e-mail addresses
 * of the owners of a new app.
 */
export async function writePlan(
  ctx: Context,
  tx: Transaction,
  actor: string,
  { app, state, plan, before, after }: PlannedApp,
  at: string,
): Promise<readonly string[] | undefined> {
  const isOperator = actor === OPERATOR;
  if (!state) await insertApp(tx, app, ctx.now(), isOperator);
  // Only the operator creates apps by a document.
  const owners = state ? undefined : await addCommonOwners(tx, app.id, ctx.now());
  for (const [platform, settings] of plan.platforms)
    await savePlatform(tx, app.id, platform, settings);
  if (plan.templates) await replaceTemplates(tx, app.id, plan.templates);
  if (plan.visits) await saveVisitSettings(tx, app.id, plan.visits);
  if (plan.platformTokens) await savePlatformTokens(tx, app.id, plan.platformTokens);
  if (plan.hosts && isOperator) await takeHosts(tx, app.id, plan.hosts, at);
  else if (plan.hosts) await claimHosts(tx, app.id, plan.hosts);
  if (plan.differences.length === 0) return owners;
  await recordAppChange(tx, { appId: app.id, actor }, ctx.now(), {
    action: 'apply',
    before,
    after,
  });
  return owners;
}

/** The templates that no URI can match. */
export async function shadowedBy(templates: readonly Template[]): Promise<readonly Shadowed[]> {
  const matcher = await runInSlices(Matcher.of(templates));
  return runInSlices(matcher.findShadowed());
}

/** A host that the operator sets is proven. One that another app has is refused, so none moves by accident. */
async function takeHosts(
  tx: Transaction,
  appId: string,
  hosts: readonly string[],
  at: string,
): Promise<void> {
  const taken: Issue[] = [];
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
