import { Type, type Static } from 'typebox';
import { RESERVED_PATHS } from '../link/code.ts';
import type { OwnAddresses } from '../link/own-address.ts';
import { issueAt, pointer, type Issue } from '../text/issue.ts';
import { component, patternText } from '../text/shapes.ts';

/** Association files tell phones which mobile apps may open the links of a host. */

/** The mobile apps of one host. */
export interface Association {
  readonly apple: readonly AppleApp[];
  readonly android: readonly AndroidApp[];
}

export function associationOf(apps: readonly (AppleApp | AndroidApp)[]): Association {
  return {
    apple: apps.filter((app) => 'team_id' in app),
    android: apps.filter((app) => 'package' in app),
  };
}

/** More of either on one platform is a mistake. */
export const MAX_APPS = 20;
const MAX_FINGERPRINTS = 20;

export const AppleAppSchema = component('AppleApp', {
  team_id: patternText('^[A-Z0-9]{10}$', 'must have 10 uppercase letters and digits', {
    description:
      'The team id of the developer account, such as `ABCDE12345`. For an app from before 2011, its app id prefix.',
  }),
  bundle_id: patternText(
    '^[A-Za-z0-9.-]{1,155}$',
    'must have 1 to 155 letters, digits, periods and hyphens',
    { description: 'The bundle id of the app without the team id, such as `com.shop.app`.' },
  ),
});

export const AndroidAppSchema = component('AndroidApp', {
  package: patternText(
    '^[A-Za-z]\\w*(?:\\.[A-Za-z]\\w*)+$',
    'must have two or more parts with periods between them, such as "com.shop.app": letters, digits and "_", starting with a letter',
    { maxLength: 255, description: 'The application id of the app, such as `com.shop.app`.' },
  ),
  sha256_cert_fingerprints: Type.Array(
    Type.String({
      maxLength: 200,
      description: '32 bytes in uppercase hex with colons: `14:6D:E9:…`.',
    }),
    {
      minItems: 1,
      maxItems: MAX_FINGERPRINTS,
      description:
        'The fingerprints of the certificates that sign the app. With Play App Signing, use the app signing key, not the upload key.',
    },
  ),
});

/** An app in the App Store that opens links of a host. */
export type AppleApp = Static<typeof AppleAppSchema>;

/** An Android app that opens links of a host. */
export type AndroidApp = Static<typeof AndroidAppSchema>;

/** Returns the errors in the fingerprints of a platform's `apps`, which may have any type. */
export function fingerprintIssues(apps: readonly unknown[], at: string): Issue[] {
  return apps.flatMap((app, index) => {
    const { sha256_cert_fingerprints: all } = (app ?? {}) as Partial<AndroidApp>;
    if (!Array.isArray(all)) return [];
    return all.flatMap((text: unknown, position) => {
      const detail = typeof text === 'string' ? fingerprintIssue(text) : undefined;
      return issueAt(at + pointer(index, 'sha256_cert_fingerprints', position), detail);
    });
  });
}

const FINGERPRINT = /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/;
// Common formats: any letter case; colons, hyphens, spaces or nothing between the bytes.
const COPIED = /^\s*(?:[0-9a-f]{2}[:\s-]?){31}[0-9a-f]{2}\s*$/i;
const SHA_1_DIGITS = 40;

/**
 * Returns the error, which completes "the fingerprint …". Fingerprints are not normalized: otherwise an apply
 * file would differ from what is stored each time it is compared. The error contains the text to paste
 * instead.
 */
function fingerprintIssue(text: string): string | undefined {
  if (FINGERPRINT.test(text)) return undefined;
  // keytool and the Play Console print a label first: `SHA256: 14:6D:…`.
  const colon = text.indexOf(':');
  const hasLabel = colon !== -1 && /[g-z]/i.test(text.slice(0, colon));
  const copied = hasLabel ? text.slice(colon + 1) : text;
  const digits = copied.toUpperCase().replace(/[^0-9A-F]/g, '');
  if (COPIED.test(copied)) return `must be written "${digits.match(/../g)?.join(':')}"`;
  return digits.length === SHA_1_DIGITS
    ? 'has the length of a SHA-1 fingerprint; use the SHA-256 fingerprint (32 bytes)'
    : 'must be 32 bytes in uppercase hex with colons, such as "14:6D:E9:…"';
}

/** Returns Apple's identifier of an app: `ABCDE12345.com.shop.app`. */
export function appleAppId({ team_id, bundle_id }: AppleApp): string {
  return `${team_id}.${bundle_id}`;
}

/**
 * Returns the content of `apple-app-site-association`; undefined if there are no apps.
 * One entry contains all apps, because they have the same rules. With an entry for each app, the file of a
 * host with a hundred apps would approach 128 KB, the most that Apple reads.
 */
export function appleAppSiteAssociation(
  { apple }: Association,
  paths: OwnPaths,
): string | undefined {
  if (apple.length === 0) return undefined;
  const appIDs = [...new Set(apple.map(appleAppId))];
  return JSON.stringify({ applinks: { details: [{ appIDs, components: linkRules(paths) }] } });
}

export const HANDLE_ALL_URLS = 'delegate_permission/common.handle_all_urls';

/**
 * Returns the content of `assetlinks.json`; undefined if there are no apps. Android 15 and later use the
 * rules; older versions ignore them and use what the app declares.
 */
export function assetLinks({ android }: Association, paths: OwnPaths): string | undefined {
  if (android.length === 0) return undefined;
  // Android does not define what two statements with rules for one app mean, so each app has one statement.
  const fingerprints = new Map<string, Set<string>>();
  for (const app of android) {
    const known = fingerprints.get(app.package) ?? [];
    fingerprints.set(app.package, new Set([...known, ...app.sha256_cert_fingerprints]));
  }
  const rules = { [HANDLE_ALL_URLS]: { dynamic_app_link_components: linkRules(paths) } };
  return JSON.stringify(
    Array.from(fingerprints, ([name, all]) => ({
      relation: [HANDLE_ALL_URLS],
      target: { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: [...all] },
      relation_extensions: rules,
    })),
  );
}

/** The path of the links of this host, and that of the service. */
export type OwnPaths = Pick<OwnAddresses, 'linkPath' | 'basePath'>;

interface LinkRule {
  readonly '/': string;
  readonly exclude?: true;
}

/**
 * The paths that are links. On iOS and Android the first matching rule applies, so exclusions come first; a
 * path that no rule matches does not open the app. `*` matches any text, `?` any one character, including
 * slashes. The two systems match differently if text follows a `*`, so a `*` is always last.
 */
function linkRules({ linkPath, basePath }: OwnPaths): LinkRule[] {
  const reserved = Array.from(RESERVED_PATHS, (word) => `${linkPath}/${word}`);
  const ours = basePath.startsWith(`${linkPath}/`) ? [basePath, ...reserved] : reserved;
  return [
    ...ours
      .flatMap((path) => [path, `${path}/*`])
      .map((path) => ({ '/': path, exclude: true as const })),
    // At least one character: the root page is not a link.
    { '/': `${linkPath}/?*` },
  ];
}
