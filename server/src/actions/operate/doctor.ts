import type { Config } from '../../config.ts';
import { isHttp } from '../../domain/route.ts';
import { PLATFORMS } from '../../domain/platform.ts';
import { listApps, loadPlatforms } from '../../storage/apps.ts';
import { findCopy } from '../../storage/copies.ts';
import { StoreUnavailable } from '../../storage/database.ts';
import { listTokens } from '../../storage/tokens.ts';
import { rulesOf, type Context } from '../context.ts';

export interface Finding {
  readonly level: 'ok' | 'warning' | 'error';
  readonly what: string;
  /** What to do about it; absent when all is well. */
  readonly advice?: string;
}

/** Looks the installation over: store, addresses, apps, templates, tokens. Changes nothing. */
export async function examine(ctx: Context, config: Config): Promise<Finding[]> {
  const findings = [...(await store(ctx)), ...addresses(ctx, config)];
  const apps = await listApps(ctx.db);
  if (apps.length === 0) {
    findings.push({
      level: 'warning',
      what: 'there is no app',
      advice: 'smartlink app create --name shop',
    });
  }
  for (const app of apps) findings.push(...(await examineApp(ctx, app.id, app.name)));
  return findings;
}

async function store(ctx: Context): Promise<Finding[]> {
  const findings: Finding[] = [];
  const damage = await ctx.db.check();
  findings.push(
    damage === undefined
      ? { level: 'ok', what: 'the store is sound' }
      : {
          level: 'error',
          what: `the store is damaged: ${damage}`,
          advice: 'restore the last backup',
        },
  );
  try {
    await ctx.db.probe();
    findings.push({ level: 'ok', what: 'the store can be written' });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    findings.push({
      level: 'error',
      what: `the store cannot be written: ${error.reason}, ${error.message}`,
      advice: 'check the free space and the owner of the file and its folder',
    });
  }
  if (await findCopy(ctx.db)) {
    findings.push({
      level: 'error',
      what: 'a copy of another store into this one is not finished',
      advice:
        'run the same smartlink copy again, and serve nothing from here before it is complete',
    });
  }
  return findings;
}

const LOCAL = /^(?:127\.\d+\.\d+\.\d+|localhost|\[::1\]|0\.0\.0\.0)$/;

function addresses(ctx: Context, config: Config): Finding[] {
  const { baseUrl, smartlinkBase } = ctx.own();
  const url = new URL(smartlinkBase);
  const open = config.host === '0.0.0.0' || config.host === '::';
  if (LOCAL.test(url.hostname) && (open || config.trustedProxies.length > 0)) {
    return [
      {
        level: 'warning',
        what: `smart links are published under ${smartlinkBase}, which only this machine can open`,
        advice: 'set SMARTLINK_BASE (and BASE_URL) to the address that people use',
      },
    ];
  }
  if (!LOCAL.test(url.hostname) && url.protocol === 'http:') {
    return [
      {
        level: 'warning',
        what: `smart links are published under ${smartlinkBase}, without encryption`,
        advice: 'put a TLS proxy in front and set SMARTLINK_BASE to its https address',
      },
    ];
  }
  return [{ level: 'ok', what: `API at ${baseUrl}, smart links at ${smartlinkBase}/…` }];
}

async function examineApp(ctx: Context, appId: string, name: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const platforms = await loadPlatforms(ctx.db, appId);
  const enabled = PLATFORMS.filter((platform) => platforms[platform].enabled);
  if (enabled.length > 0 && enabled.every((platform) => platforms[platform].base === undefined)) {
    findings.push({
      level: 'warning',
      what: `app ${name}: no platform has a base, so every platform gets the URI as it was sent`,
      advice: 'give the platforms a base with smartlink apply',
    });
  }
  for (const platform of enabled) {
    const { base, fallback } = platforms[platform];
    if (base !== undefined && !isHttp(base) && fallback === '') {
      findings.push({
        level: 'warning',
        what: `app ${name}: ${platform} opens an app (${base}) and has no fallback`,
        advice: 'set the fallback to the store page, for people who do not have the app',
      });
    }
  }
  for (const { name: template, by } of (await rulesOf(ctx, appId)).matcher.shadowed()) {
    findings.push({
      level: 'warning',
      what: `app ${name}: template ${template} can never match, ${by.join(' and ')} come first`,
      advice: 'remove it, or change its pattern',
    });
  }
  const alive = (await listTokens(ctx.db, appId)).filter((token) => token.revokedAt === null);
  if (alive.length === 0) {
    findings.push({
      level: 'warning',
      what: `app ${name}: no token is left`,
      advice: `smartlink token create --app ${name} --server`,
    });
  }
  return findings.length > 0 ? findings : [{ level: 'ok', what: `app ${name} is set up` }];
}
