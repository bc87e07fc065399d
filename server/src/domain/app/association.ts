import { Type } from 'typebox';
import { RESERVED_PATHS } from '../link/code.ts';
import { pointer, type Issue } from '../text/issue.ts';

/** The files by which a phone learns that an app may open the links of a host. */

/** An app of the App Store that opens links of a host. */
export interface AppleApp {
  readonly team_id: string;
  readonly bundle_id: string;
}

/** An Android app that opens links of a host. */
export interface AndroidApp {
  readonly package: string;
  readonly sha256_cert_fingerprints: readonly string[];
}

/** The apps of one host. */
export interface Association {
  readonly apple: readonly AppleApp[];
  readonly android: readonly AndroidApp[];
}

/** More of either on one platform is a mistake. */
export const MAX_APPS = 20;
const MAX_FINGERPRINTS = 20;

export const AppleAppSchema = Type.Object(
  {
    team_id: Type.String({
      pattern: '^[A-Z0-9]{10}$',
      description:
        'The team id of the developer account, such as `ABCDE12345`. For an app from before 2011, its app id prefix.',
    }),
    bundle_id: Type.String({
      pattern: '^[A-Za-z0-9.-]{1,155}$',
      description: 'The bundle id of the app without the team id, such as `com.shop.app`.',
    }),
  },
  { $id: 'AppleApp', additionalProperties: false },
);

export const AndroidAppSchema = Type.Object(
  {
    package: Type.String({
      pattern: '^[A-Za-z]\\w*(?:\\.[A-Za-z]\\w*)+$',
      maxLength: 255,
      description: 'The application id of the app, such as `com.shop.app`.',
    }),
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
  },
  { $id: 'AndroidApp', additionalProperties: false },
);

/** What is wrong with the fingerprints in the `apps` of a platform, whatever those are. */
export function fingerprintIssues(apps: readonly unknown[], at: string): Issue[] {
  return apps.flatMap((app, index) => {
    const { sha256_cert_fingerprints: all } = (app ?? {}) as Partial<AndroidApp>;
    if (!Array.isArray(all)) return [];
    return all.flatMap((text: unknown, position) => {
      const detail = typeof text === 'string' ? fingerprintIssue(text) : undefined;
      const place = at + pointer(index, 'sha256_cert_fingerprints', position);
      return detail === undefined ? [] : [{ pointer: place, detail }];
    });
  });
}

const FINGERPRINT = /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/;
// What people copy: in any case, with colons, hyphens, spaces or nothing between.
const COPIED = /^\s*(?:[0-9a-f]{2}[:\s-]?){31}[0-9a-f]{2}\s*$/i;
const SHA_1_DIGITS = 40;

/**
 * The fault finishes "the fingerprint …". Nothing is put right in silence: what an apply file says
 * must be what comes back, or every look at it would find a difference. The fault has the text to
 * paste instead.
 */
function fingerprintIssue(text: string): string | undefined {
  if (FINGERPRINT.test(text)) return undefined;
  // keytool and the Play Console print a name in front: `SHA256: 14:6D:…`.
  const copied = text.replace(/^[^:]*[g-z][^:]*:/i, '');
  const digits = copied.toUpperCase().replace(/[^0-9A-F]/g, '');
  if (COPIED.test(copied)) return `must be written "${digits.match(/../g)?.join(':')}"`;
  return digits.length === SHA_1_DIGITS
    ? 'has the length of a SHA-1 fingerprint; use the SHA-256 fingerprint (32 bytes)'
    : 'must be 32 bytes in uppercase hex with colons, such as "14:6D:E9:…"';
}

/** The name that Apple gives an app: `ABCDE12345.com.shop.app`. */
export function appleAppId({ team_id, bundle_id }: AppleApp): string {
  return `${team_id}.${bundle_id}`;
}

/**
 * The text of `apple-app-site-association`; undefined where no app is set. `linkPath` is the path
 * that links of this host stand under, without a slash at the end.
 *
 * One entry names all apps, as the rules are the same: with an entry for each, a host of a hundred
 * apps would come near the 128 KB beyond which Apple reads nothing at all.
 */
export function appleAppSiteAssociation(
  { apple }: Association,
  linkPath: string,
): string | undefined {
  if (apple.length === 0) return undefined;
  const appIDs = [...new Set(apple.map(appleAppId))];
  return JSON.stringify({ applinks: { details: [{ appIDs, components: linkRules(linkPath) }] } });
}

export const HANDLE_ALL_URLS = 'delegate_permission/common.handle_all_urls';

/**
 * The text of `assetlinks.json`; undefined where no app is set. The rules are for Android 15 and
 * later; older ones ignore them and go by what the app itself declares.
 */
export function assetLinks({ android }: Association, linkPath: string): string | undefined {
  if (android.length === 0) return undefined;
  // Android promises nothing about two statements with rules for one app, so there is one of each.
  const fingerprints = new Map<string, Set<string>>();
  for (const app of android) {
    const known = fingerprints.get(app.package) ?? [];
    fingerprints.set(app.package, new Set([...known, ...app.sha256_cert_fingerprints]));
  }
  const rules = { [HANDLE_ALL_URLS]: { dynamic_app_link_components: linkRules(linkPath) } };
  return JSON.stringify(
    Array.from(fingerprints, ([name, all]) => ({
      relation: [HANDLE_ALL_URLS],
      target: { namespace: 'android_app', package_name: name, sha256_cert_fingerprints: [...all] },
      relation_extensions: rules,
    })),
  );
}

interface LinkRule {
  readonly '/': string;
  readonly exclude?: true;
}

/**
 * Which paths are links. For Apple and Android alike the first rule that matches decides, so what is
 * left out comes first, and a path that no rule matches does not open the app. `*` is any text and
 * `?` any one character, slashes included; the two search differently for what follows a `*`, so it
 * only ever stands at the end, where they agree.
 */
function linkRules(linkPath: string): LinkRule[] {
  const ours = [...RESERVED_PATHS].flatMap((word) => [word, `${word}/*`]);
  return [
    ...ours.map((path) => ({ '/': `${linkPath}/${path}`, exclude: true as const })),
    // At least one character: the page at the root is no link.
    { '/': `${linkPath}/?*` },
  ];
}
