import { PLATFORMS } from '#server/src/domain/app/platform.ts';

/** Texts that stand in the fields of one row: each where an address may stand, all where a text may. */
export type Texts = readonly string[];
export type Row = Readonly<Record<string, string | number | null>>;

/** The same texts in the shapes that fields have. */
export interface Fields {
  readonly texts: Texts;
  readonly whole: string;
  readonly code: string;
  readonly routes: object;
  readonly metadata: string;
  readonly social: object;
  readonly visits: string;
  readonly platforms: readonly Row[];
}

/** What a browser would ask for, run or read if it were shown as a picture. */
const ICONS = ['javascript:alert(1)', 'https://else.example/x.png', 'data:text/html,alert(1)'];

/** Columns of text know no half characters, and those of PostgreSQL no NUL. */
const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

export function fieldsOf(group: Texts, index: number): Fields {
  const texts = group.map(plain);
  const at = (place: number): string => texts[place % texts.length] ?? '';
  const whole = texts.join(' ');
  const social = { title: whole, description: whole, image: at(0) };
  return {
    texts,
    whole,
    code: `text${index}`,
    routes: Object.fromEntries(
      PLATFORMS.map((name, place) => [name, { link: at(2 * place), fallback: at(2 * place + 1) }]),
    ),
    metadata: JSON.stringify({
      ...Object.fromEntries(texts.map((text) => [text, text])),
      'in a list': [texts, { [whole]: [whole] }],
    }),
    social,
    visits: JSON.stringify({
      title: whole,
      icon: ICONS[index % ICONS.length],
      color: at(2),
      home: at(3),
      social,
    }),
    platforms: PLATFORMS.map((name, place) => {
      const android = { package: whole, sha256_cert_fingerprints: texts };
      const apps = name === 'android' ? android : { team_id: whole, bundle_id: at(place) };
      const [base, fallback] = [at(2 * place), at(2 * place + 1)];
      return {
        platform: name,
        base,
        fallback,
        apps: name === 'web' ? '[]' : JSON.stringify([apps]),
      };
    }),
  };
}

export function linkOf({ texts, whole, code, routes, metadata, social }: Fields): Row {
  return {
    code,
    uri: whole,
    template: whole,
    created_by: whole,
    created_at: 0,
    routes: JSON.stringify(routes),
    overrides: JSON.stringify(routes),
    metadata,
    tags: JSON.stringify(texts),
    social: JSON.stringify(social),
    redeem_limit: 5,
    redemptions: 1,
  };
}

export function templateOf({ whole, routes }: Fields): Row {
  return { name: whole, pattern: whole, routes: JSON.stringify(routes) };
}

/** What each kind of entry tells of, as the service writes it, with the texts in it. */
export function auditOf({ texts, whole, code, routes, social, platforms }: Fields): Row[] {
  const link = { uri: whole, routes, tags: texts, social, metadata: { [whole]: texts } };
  const template = { pattern: whole, routes };
  const app = {
    [`shop/platforms/${whole}`]: platforms[0] ?? null,
    [`shop/templates/${whole}`]: template,
    'shop/visits': { title: whole, social },
    'shop/hosts': texts,
    [whole]: whole,
  };
  const entry = (subject: string, action: string, before: object | null, after: object | null) => ({
    subject,
    action,
    actor: whole,
    created_at: 0,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
  return [
    entry(`smartlink:${code}`, 'create', null, link),
    entry(`smartlink:${code}`, 'change', { ...link, uri: 'x', tags: [] }, link),
    entry(`smartlink:${code}`, 'give-back', { redemption_id: whole }, { redemption_id: whole }),
    entry(`smartlink:${whole}`, whole, null, { [whole]: whole }),
    entry(`token:${whole}`, 'create', null, { kind: whole, prefix: whole }),
    entry(`member:${whole}`, 'join', null, { email: whole, role: whole, invitation_id: whole }),
    entry(`member:${whole}`, 'connect', null, { issuer: whole }),
    entry(`invitation:${whole}`, 'invite', null, { email: whole, role: whole }),
    entry('app', 'change', { 'shop/visits': null }, app),
    entry('app', 'prove', null, { host: whole }),
    entry('app', 'create', null, { name: whole }),
    entry(whole, whole, { [whole]: whole }, { [whole]: texts }),
  ];
}

/** Columns in which the service alone writes; in all others somebody's text may stand. */
export const OWN_COLUMNS: Readonly<Record<string, string>> = {
  apps: 'id created_at host_proof on_default_host platform_tokens',
  platforms: 'app_id platform enabled',
  templates: 'app_id position skip_page',
  // Names of hosts have letters, digits, dots and hyphens; what is none cannot be asked for.
  hosts: 'host app_id position',
  pending_hosts: 'host app_id position',
  tokens: 'id app_id kind digest created_at created_by last_used_at revoked_at',
  members: 'id password created_at oidc_issuer oidc_subject',
  memberships: 'app_id member_id role version created_at last_seen_at',
  sessions: 'id digest member_id created_at last_seen_at expires_at ended_at',
  invitations: 'id digest kind app_id role created_at expires_at used_at withdrawn_at',
  links:
    'id code app_id unique_key redeem_limit created_at redemptions state version metadata_version',
  link_tags: 'app_id link_id',
  metadata_versions: 'code version replaced_at',
  redemptions: 'seq app_id code created_at redemptions redeem_limit metadata_version given_back_at',
  // Nobody is shown these.
  idempotency_keys: 'app_id key body_digest code created created_at',
  audit_log: 'seq app_id created_at',
};
