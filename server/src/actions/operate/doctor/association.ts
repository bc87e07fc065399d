import {
  appleAppId,
  associationOf,
  HANDLE_ALL_URLS,
  type Association,
} from '../../../domain/app/association.ts';
import { PLATFORMS, type AppPlatforms } from '../../../domain/app/platform.ts';
import { isLocal } from './addresses.ts';
import { error, hint, warning, type Finding } from './finding.ts';
import { fetchPublished, type Published } from './published.ts';
import type { Reach } from '../../request-to.ts';

/** An address under which links open, and the mobile apps that should open them. */
export interface PublishedApps {
  readonly address: string;
  readonly expected: Association;
}

export function appsOf(platforms: AppPlatforms): Association {
  const on = PLATFORMS.filter((platform) => platforms[platform].enabled);
  return associationOf(on.flatMap((platform) => platforms[platform].apps ?? []));
}

/** Without `reach`, sends no request and only checks whether phones would request this address. */
export async function examineAssociation(
  { address, expected }: PublishedApps,
  reach: Reach | undefined,
): Promise<Finding[]> {
  if (expected.apple.length + expected.android.length === 0) return [];
  const obstacle = obstacleOf(new URL(address));
  if (obstacle) return [obstacle];
  return reach ? checkAssociation(address, expected, reach) : [];
}

/** Whether phones request the files of this address. */
export function isChecked({ address, expected }: PublishedApps): boolean {
  const apps = expected.apple.length + expected.android.length;
  return apps > 0 && obstacleOf(new URL(address)) === undefined;
}

/** Why phones do not request this address. */
function obstacleOf(url: URL): Finding | undefined {
  const what = `app links under ${url.origin}`;
  if (isLocal(url)) {
    return hint(
      `${what} were not checked: only this machine can open them`,
      'run the doctor with the SMARTLINK_BASE of the published service',
    );
  }
  if (url.protocol === 'https:' && url.port === '') return undefined;
  return warning(
    `${what} cannot work: phones use https on port 443`,
    'publish the links under an https address without a port',
  );
}

interface File {
  readonly path: string;
  readonly maxBytes: number;
  /** The apps in the settings, as text. */
  readonly expected: (association: Association) => string[];
  /** The apps in a file, as the same text. */
  readonly named: (file: unknown) => string[];
}

const APPLE: File = {
  path: '/.well-known/apple-app-site-association',
  // Apple reads no larger file.
  maxBytes: 128 * 1024,
  expected: ({ apple }) => apple.map(appleAppId),
  named: (file) =>
    list(field(field(file, 'applinks'), 'details')).flatMap((entry) =>
      [...list(field(entry, 'appIDs')), field(entry, 'appID')].map(String),
    ),
};

const GOOGLE: File = {
  path: '/.well-known/assetlinks.json',
  // Google documents no limit; a larger file is not a list of apps.
  maxBytes: 1024 * 1024,
  expected: ({ android }) =>
    android.flatMap((app) =>
      app.sha256_cert_fingerprints.map((fingerprint) => signed(app.package, fingerprint)),
    ),
  named: (file) =>
    list(file)
      .filter((statement) => list(field(statement, 'relation')).includes(HANDLE_ALL_URLS))
      .map((statement) => field(statement, 'target'))
      .filter((target) => field(target, 'namespace') === 'android_app')
      .flatMap((target) =>
        list(field(target, 'sha256_cert_fingerprints')).map((fingerprint) =>
          signed(field(target, 'package_name'), fingerprint),
        ),
      ),
};

function signed(name: unknown, fingerprint: unknown): string {
  return `${String(name)} signed with ${String(fingerprint)}`;
}

/** Requests the files of an https address and checks them as Apple and Google do. */
export async function checkAssociation(
  address: string,
  expected: Association,
  reach: Reach,
): Promise<Finding[]> {
  const checks = [APPLE, GOOGLE].map(async (file): Promise<Finding[]> => {
    const wanted = [...new Set(file.expected(expected))];
    if (wanted.length === 0) return [];
    const url = new URL(file.path, address).href;
    const answer = await fetchPublished(url, file.maxBytes, reach);
    return 'level' in answer ? [answer] : [compare(url, answer, file, wanted)];
  });
  return (await Promise.all(checks)).flat();
}

function compare(url: string, { json }: Published, file: File, wanted: readonly string[]): Finding {
  const named = new Set(file.named(json));
  const missing = wanted.filter((app) => !named.has(app));
  if (missing.length === 0) return { level: 'ok', what: `${url} lists ${wanted.join(', ')}` };
  return error(
    `${url} does not list ${missing.join(', ')}`,
    'either a proxy has an old copy in its cache: clear the cache; or a proxy serves its own file at this path: remove it, so that the service responds',
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
