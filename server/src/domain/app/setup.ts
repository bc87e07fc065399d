import { fingerprintIssues } from './association.ts';
import { DOT_SEGMENT, hasDotSegment } from '../template/dot-segments.ts';
import { issueAt, MAX_ISSUES, pointer, type Issue, type Refused } from '../text/issue.ts';
import { linkHostIssue } from './host-name.ts';
import { isRecord } from '../text/json-value.ts';
import { isOwnHost, type OwnAddresses } from '../link/own-address.ts';
import { isPlatform, type Platform } from './platform.ts';
import { fallbackIssue, isHttp, ON_WEB } from '../link/route.ts';
import { issuesOf } from '../text/schema.ts';
import {
  AppSetupSchema,
  MAX_HOSTS,
  MAX_TEMPLATES,
  SETUP_COMPONENTS,
  SetupSchema,
  type AppSetup,
  type Setup,
} from './setup-schema.ts';
import type { Steps } from '../text/steps.ts';
import { templateIssues } from './template-issues.ts';
import { parseAddress } from '../text/uri.ts';
import { metadataSchemaIssues } from '../schema/metadata-schema.ts';
import { visitSettingsIssues } from './visit-settings.ts';

// Templates are validated one by one, in steps: the validator would process thousands without a pause.
const AppWithoutTemplatesSchema = {
  ...AppSetupSchema,
  properties: {
    ...AppSetupSchema.properties,
    templates: { type: 'array' },
  },
};
const structuralIssues = issuesOf(
  SetupSchema,
  SETUP_COMPONENTS.map((schema) =>
    schema === AppSetupSchema ? AppWithoutTemplatesSchema : schema,
  ),
);

type ReadSetup = { readonly setup: Setup } | Refused;
type ReadAppSetup = { readonly setup: AppSetup } | Refused;

/** Reads an apply file in steps: the setup, or at most 100 errors. */
export function* readSetup(value: unknown, own: OwnAddresses | undefined): Steps<ReadSetup> {
  const issues = structuralIssues(value);
  const apps = isRecord(value) && Array.isArray(value.apps) ? (value.apps as unknown[]) : [];
  issues.push(...twins(apps, '/apps'));
  for (const [index, app] of apps.entries()) {
    if (!isRecord(app)) continue;
    const at = pointer('apps', index);
    if (isRecord(app.platforms))
      issues.push(...platformIssues(app.platforms, `${at}/platforms`, own));
    if (isRecord(app.visits)) issues.push(...visitSettingsIssues(app.visits, `${at}/visits`));
    if (isRecord(app.metadata_schema))
      issues.push(...metadataSchemaIssues(app.metadata_schema, `${at}/metadata_schema`));
    issues.push(...hostIssues(app.hosts, `${at}/hosts`, own));
    yield;
    if (!Array.isArray(app.templates)) continue;
    if (app.templates.length > MAX_TEMPLATES) {
      const detail = `must have at most ${MAX_TEMPLATES} entries`;
      issues.push({ pointer: `${at}/templates`, detail });
    }
    issues.push(...twins(app.templates, `${at}/templates`));
    for (const [position, template] of app.templates.slice(0, MAX_TEMPLATES).entries()) {
      if (issues.length >= MAX_ISSUES) break;
      issues.push(...templateIssues(template, at + pointer('templates', position), own));
      yield;
    }
  }
  if (issues.length > 0) return { issues: issues.slice(0, MAX_ISSUES) };
  return { setup: value as Setup };
}

/**
 * Reads a document about one app by the same rules, in steps. `name` is that of the app if the document does not
 * name it. Errors point into the document.
 */
export function* readAppSetup(
  document: Readonly<Record<string, unknown>>,
  name: string,
  own: OwnAddresses | undefined,
): Steps<ReadAppSetup> {
  const value = { apps: [{ name, ...document }] };
  const read = yield* readSetup(value, own);
  if ('setup' in read) return { setup: read.setup.apps[0] ?? { name } };
  const within = (at: string): string => at.replace('/apps/0', '');
  return {
    issues: read.issues.map(({ pointer: at, detail }) => ({ pointer: within(at), detail })),
  };
}

function twins(items: readonly unknown[], at: string): Issue[] {
  const seen = new Map<unknown, number>();
  return items.flatMap((item, index) => {
    const name = isRecord(item) ? item.name : undefined;
    const first = seen.get(name);
    if (typeof name !== 'string') return [];
    if (first === undefined) {
      seen.set(name, index);
      return [];
    }
    // Without a pointer to the other entry: the document about one app has no list of apps.
    const detail = `"${name}" is already the name of the entry at index ${first}`;
    return [{ pointer: `${at}/${index}/name`, detail }];
  });
}

function hostIssues(hosts: unknown, at: string, own: OwnAddresses | undefined): Issue[] {
  const some = Array.isArray(hosts) ? (hosts as unknown[]).slice(0, MAX_HOSTS) : [];
  return some.flatMap((host, index) => {
    if (typeof host !== 'string') return [];
    const isOwn = own && isOwnHost(host, own);
    const detail = isOwn
      ? 'is the host of the service itself, where the links of all apps open'
      : undefined;
    return issueAt(`${at}/${index}`, linkHostIssue(host) ?? detail);
  });
}

function platformIssues(
  platforms: Record<string, unknown>,
  at: string,
  own: OwnAddresses | undefined,
): Issue[] {
  const issues: Issue[] = [];
  for (const [platform, settings] of Object.entries(platforms)) {
    if (!isPlatform(platform) || !isRecord(settings)) continue;
    const here = at + pointer(platform);
    if (Array.isArray(settings.apps))
      issues.push(...fingerprintIssues(settings.apps, `${here}/apps`));
    if (typeof settings.base === 'string' && settings.base !== '') {
      issues.push(...issueAt(`${here}/base`, baseIssue(platform, settings.base)));
    }
    if (typeof settings.fallback === 'string') {
      issues.push(...issueAt(`${here}/fallback`, fallbackIssue(settings.fallback, own)));
    }
  }
  return issues;
}

function baseIssue(platform: Platform, base: string): string | undefined {
  if (/[?#]/.test(base)) return 'must not have a query or a fragment: a path is joined to it';
  // "com.shop.app://" is incomplete until a path is joined to it.
  const open = base.endsWith('://') && !isHttp(base);
  const parsed = parseAddress(open ? `${base}x` : base, platform === 'web' ? ON_WEB : undefined);
  if ('issue' in parsed) return parsed.issue;
  if (!base.includes('://')) return 'must be "https://host" or "scheme://"';
  if (platform === 'web' && !isHttp(base)) return ON_WEB;
  return hasDotSegment(base) ? DOT_SEGMENT : undefined;
}
