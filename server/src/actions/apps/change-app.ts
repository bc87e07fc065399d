import { hash } from 'node:crypto';
import { isRecord } from '../../domain/link.ts';
import type { JsonText } from '../../domain/json.ts';
import type { Shadowed } from '../../domain/matcher.ts';
import { parseAppSetup } from '../../domain/setup.ts';
import type { AppState, Difference } from '../../domain/setup-diff.ts';
import { fail, refuse } from '../../problem.ts';
import { findApp } from '../../storage/apps.ts';
import type { Reader } from '../../storage/database.ts';
import { loadAllHosts } from '../../storage/hosts.ts';
import type { Context } from '../context.ts';
import type { Editor } from '../links/save-link.ts';
import { tried } from '../setup/apply.ts';
import { directoryOf } from '../directory.ts';
import { applyApp } from '../setup/apply-app.ts';
import { appState } from './app-state.ts';

/** An app in the shape of the apply file, and what its settings are known by. */
export interface AppDocument {
  readonly app: AppState & { readonly name: string };
  readonly etag: string;
}

export interface ChangedApp extends AppDocument {
  readonly differences: readonly Difference[];
  /** Templates that no URI can reach any more. */
  readonly shadowed: readonly Shadowed[];
  /** Those of its hosts that have no effect yet. */
  readonly pendingHosts: readonly string[];
}

/** `hosts`: with those that are pending, or only the proven ones. Fails with `not_found`. */
export function readApp(
  ctx: Context,
  appId: string,
  hosts: 'all' | 'proven' = 'all',
): Promise<AppDocument> {
  return documentOf(ctx.db, appId, hosts);
}

async function documentOf(
  db: Reader,
  appId: string,
  hosts: 'all' | 'proven' = 'all',
): Promise<AppDocument> {
  const app = await findApp(db, appId);
  if (!app) fail('not_found', 'The app is not there any more.');
  const state = await appState(db, appId, hosts);
  return { app: { name: app.name, ...state }, etag: etagOf(state) };
}

function etagOf(state: AppState | undefined): string {
  return `"${hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22)}"`;
}

/**
 * Makes an app equal to what the document says of it; what it leaves out stays. `expected`: only
 * while the app is known by this. With `dryRun` it only says what would change. Fails with
 * `validation_failed`, `precondition_failed`.
 */
export async function changeApp(
  ctx: Context,
  { appId, actor }: Editor,
  json: JsonText,
  { dryRun, expected }: { readonly dryRun: boolean; readonly expected: string | undefined },
): Promise<ChangedApp> {
  const { app } = await readApp(ctx, appId);
  if (!isRecord(json.value)) refuse([{ pointer: '', detail: 'must be an object' }]);
  const parsed = parseAppSetup(json.value, app.name, ctx.own());
  const faults = 'faults' in parsed ? [...parsed.faults] : [];
  const named = json.value.name;
  if (named !== undefined && named !== app.name) {
    faults.push({ pointer: '/name', detail: `must be "${app.name}": an app keeps its name` });
  }
  if ('faults' in parsed || faults.length > 0) refuse(faults);
  const wanted = parsed.setup;
  const changed = await tried(ctx.db, dryRun, async (tx) => {
    const by = { actor, isOperator: false };
    const done = await applyApp(ctx, tx, by, wanted, '', (state) => {
      if (expected === undefined || expected === '*' || expected === etagOf(state)) return;
      fail('precondition_failed', 'The app was changed since it was read.');
    });
    const hosts = await loadAllHosts(tx, appId);
    const pendingHosts = hosts.filter(({ state }) => state === 'pending').map(({ host }) => host);
    return { ...(await documentOf(tx, appId)), ...done, pendingHosts };
  });
  if (!dryRun) {
    ctx.memory.forget(`app:${appId}`);
    // What phones ask for is answered from memory alone. Where the store is away by now, it comes later.
    await directoryOf(ctx).catch(() => undefined);
  }
  return changed;
}
