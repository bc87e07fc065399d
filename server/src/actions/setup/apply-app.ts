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
import { OPERATOR } from '../../domain/link/link-creator.ts';
import { bytesOf } from '../../long-text.ts';
import { refuse } from '../../problem.ts';
import {
  findAppByName,
  insertApp,
  saveHostProof,
  saveMetadataSchema,
  savePlatform,
  savePlatformTokens,
  saveVisitSettings,
  type App,
} from '../../storage/apps.ts';
import type { Reader, Transaction } from '../../storage/database.ts';
import { ownerOf, replaceHosts, replaceProvenHosts } from '../../storage/hosts.ts';
import { replaceTemplates, templateRows, type TemplateRow } from '../../storage/templates.ts';
import { runInSlices } from '../../time-slices.ts';
import { appState } from '../apps/app-state.ts';
import { recordAppChange } from '../apps/record-app-change.ts';
import type { Context } from '../context.ts';
import { addCommonOwners } from '../members/first-owners.ts';
import { appendSetupEvents } from '../webhooks/setup-events.ts';

/** The changes to write to an app, and its previous state. */
export interface PlannedApp {
  readonly app: App;
  /** Undefined: the app is new. */
  readonly state: AppState | undefined;
  readonly plan: AppPlan;
  readonly templates: readonly TemplateRow[] | undefined;
  /** The previous and the new values of all differences: JSON text. */
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
  const app = known ?? { id: `app_${nanoid(16)}`, name: wanted.name };
  return {
    app,
    state,
    plan,
    templates: plan.templates && (await templateRows(app.id, plan.templates)),
    before: (await bytesOf(sideOf(plan.differences, 'from'))).toString(),
    after: (await bytesOf(sideOf(plan.differences, 'to'))).toString(),
  };
}

/** One side of the differences, as the JSON text of an object. */
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
 * Writes a plan and its audit entries. Hosts from the operator need no proof. `actor`: the id of a token or a
 * member, or `operator`. `at`: the JSON pointer of the app in its document. Returns the e-mail addresses of the
 * owners of a new app; undefined if the app exists.
 */
export async function writePlan(
  ctx: Context,
  tx: Transaction,
  actor: string,
  { app, state, plan, templates, before, after }: PlannedApp,
  at: string,
): Promise<readonly string[] | undefined> {
  const isOperator = actor === OPERATOR;
  const author = { appId: app.id, actor };
  if (!state) {
    await insertApp(tx, app, ctx.now(), isOperator);
    const created = { action: 'create', after: { name: app.name } } as const;
    await recordAppChange(tx, author, ctx.now(), created);
  }
  // Only the operator can create an app by a document.
  const owners = state ? undefined : await addCommonOwners(tx, app.id, ctx.now());
  for (const [platform, settings] of plan.platforms)
    await savePlatform(tx, app.id, platform, settings);
  if (templates) await replaceTemplates(tx, app.id, templates);
  if (plan.visits) await saveVisitSettings(tx, app.id, plan.visits);
  if (plan.metadataSchema) await saveMetadataSchema(tx, app.id, plan.metadataSchema);
  if (plan.platformTokens) await savePlatformTokens(tx, app.id, plan.platformTokens);
  if (plan.hosts && isOperator) await saveProvenHosts(tx, app.id, plan.hosts, at);
  else if (plan.hosts) await saveClaimedHosts(tx, app.id, plan.hosts);
  if (plan.differences.length === 0) return owners;
  await recordAppChange(tx, author, ctx.now(), { action: 'apply', before, after });
  await appendSetupEvents(ctx, tx, author, app.name, plan.differences);
  return owners;
}

/** What to write of a plan: a dry run would insert thousands of templates only to remove them, while other writes wait. */
export function writtenPlan(planned: PlannedApp, dryRun: boolean): PlannedApp {
  return dryRun ? { ...planned, templates: undefined } : planned;
}

/** The templates that no URI can match. */
export async function shadowedBy(templates: readonly Template[]): Promise<readonly Shadowed[]> {
  const matcher = await runInSlices(Matcher.of(templates));
  return runInSlices(matcher.findShadowed());
}

/** Saves hosts from the operator. Refuses hosts of other apps, so that no host is moved by accident. */
async function saveProvenHosts(
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

/** Saves hosts from an owner. Any new host is accepted, because it has no effect until it is proven. */
async function saveClaimedHosts(
  tx: Transaction,
  appId: string,
  hosts: readonly string[],
): Promise<void> {
  await replaceHosts(tx, appId, hosts);
  await saveHostProof(tx, appId, nanoid(32));
}
