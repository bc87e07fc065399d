import { createHash } from 'node:crypto';
import { jsonPieces } from '../../domain/text/json.ts';
import type { Shadowed } from '../../domain/template/matcher.ts';
import { fieldsAbove } from '../../domain/access/role.ts';
import type { AppChange } from '../../domain/app/setup-schema.ts';
import { appAfter, type AppState, type Difference } from '../../domain/app/setup-diff.ts';
import { blocksOf } from '../../long-text.ts';
import { fail, refuse } from '../../problem.ts';
import { lastChangeOfApp } from '../../storage/audit-log.ts';
import type { Transaction } from '../../storage/database.ts';
import { loadAllHosts } from '../../storage/hosts.ts';
import type { Author, Context } from '../context.ts';
import { directoryOf } from '../directory.ts';
import { assertRole } from '../members/assert-role.ts';
import { planSetup, shadowedBy, writePlan, writtenPlan } from '../setup/apply-app.ts';
import { withDryRun } from '../setup/dry-run.ts';
import { appState } from './app-state.ts';
import { getAppById } from './get-app.ts';

/** An app in the format of the apply file, with its `ETag`. */
export interface AppDocument {
  readonly app: AppState & { readonly name: string };
  readonly etag: string;
}

export interface ChangedApp extends AppDocument {
  readonly differences: readonly Difference[];
  /** Templates that can never match. */
  readonly shadowed: readonly Shadowed[];
  /** The hosts that have no effect yet. */
  readonly pendingHosts: readonly string[];
}

/**
 * Reads an app as an apply file. `hosts`: include pending hosts, or only proven ones.
 * @throws `not_found`
 */
export async function readApp(
  ctx: Context,
  appId: string,
  hosts: 'all' | 'proven' = 'all',
): Promise<AppDocument> {
  const { name } = await getAppById(ctx, appId);
  const state = await appState(ctx.db, appId, hosts);
  return { app: { name, ...state }, etag: await etagOf(state) };
}

async function etagOf(state: AppState): Promise<string> {
  const digest = createHash('sha256');
  for await (const block of blocksOf(jsonPieces(state))) digest.update(block);
  return `"${digest.digest('base64url').slice(0, 22)}"`;
}

/**
 * Makes an app equal to the document; omitted fields keep their values. `expected`: the versions that the app
 * may have; undefined: any. With `dryRun` it only returns what would change.
 * @throws `validation_failed`, `precondition_failed`, and `role_too_low` if the member has lost the role in
 * the meantime
 */
export async function changeApp(
  ctx: Context,
  author: Author,
  setup: AppChange,
  {
    dryRun,
    expected,
  }: { readonly dryRun: boolean; readonly expected: readonly string[] | undefined },
): Promise<ChangedApp> {
  const { appId, actor } = author;
  const { name } = await getAppById(ctx, appId);
  if (setup.name !== undefined && setup.name !== name) {
    refuse([{ pointer: '/name', detail: `must be "${name}": the name of an app cannot change` }]);
  }
  const needed = fieldsAbove('editor', Object.keys(setup)).length > 0 ? 'owner' : 'editor';
  // Planning thousands of templates takes long, and a transaction would block others. So the plan is made
  // first and written only if the app has not changed since.
  for (;;) {
    const change = await lastChangeOfApp(ctx.db, appId);
    const planned = await planSetup(ctx.db, { ...setup, name }, false);
    const { state, plan } = planned;
    assertFewNewValues(plan.differences);
    if (expected && !(state && expected.includes(await etagOf(state))))
      fail('precondition_failed', 'The app was changed since it was read.');
    const write = async (tx: Transaction) => {
      if (change !== (await lastChangeOfApp(tx, appId))) return undefined;
      await assertRole(tx, author, needed);
      await writePlan(ctx, tx, actor, writtenPlan(planned, dryRun), '');
      const hosts = await loadAllHosts(tx, appId);
      const pending = hosts.filter((host) => host.state === 'pending');
      return { pendingHosts: pending.map(({ host }) => host) };
    };
    const written = await withDryRun(dryRun, write, (work) => ctx.db.appTransaction(appId, work));
    if (!written) continue;
    if (!dryRun) {
      ctx.cache.forget(`app:${appId}`);
      // Association files are served from the cache. If the database is now unavailable, the cache is updated
      // later.
      await directoryOf(ctx).catch(() => undefined);
    }
    const after = appAfter(plan, state);
    return {
      app: { name, ...after },
      etag: await etagOf(after),
      differences: plan.differences,
      shadowed: await shadowedBy(after.templates),
      ...written,
    };
  }
}

/** A page of the audit log shows a hundred changes with their new values. */
const MAX_NEW_VALUES_LENGTH = 64 * 1024;

/** Fails with `validation_failed`. The document itself can be longer, because it repeats what does not change. */
function assertFewNewValues(differences: readonly Difference[]): void {
  let length = 0;
  for (const { to } of differences) {
    if (to === undefined) continue;
    length += JSON.stringify(to).length;
    if (length <= MAX_NEW_VALUES_LENGTH) continue;
    const detail = `has new and changed values with more than ${MAX_NEW_VALUES_LENGTH} characters; send them in several requests, or use \`smartlink apply\``;
    refuse([{ pointer: '', detail }]);
  }
}
