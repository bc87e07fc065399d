import { PLATFORMS } from '#server/src/domain/app/platform.ts';

/** The texts of one row. An address field holds one of them; a text field holds all of them. */
export type Texts = readonly string[];
export type Row = Readonly<Record<string, string | number | null>>;

/** The same texts in the shapes that the fields have. */
export interface Fields {
  readonly texts: Texts;
  readonly allTexts: string;
  readonly code: string;
  readonly routes: object;
  readonly metadata: string;
  readonly social: object;
  readonly visits: string;
  /** JSON text; accepts all metadata. */
  readonly schema: string;
  readonly platforms: readonly Row[];
}

/** Icons that a browser must not request, run or read. */
const ICONS = ['javascript:alert(1)', 'https://else.example/x.png', 'data:text/html,alert(1)'];

/** Text columns cannot store lone surrogates, and PostgreSQL cannot store NUL. */
const plain = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

export function fieldsOf(group: Texts, index: number): Fields {
  const texts = group.map(plain);
  const textAt = (position: number): string => texts[position % texts.length] ?? '';
  const allTexts = texts.join(' ');
  const social = { title: allTexts, description: allTexts, image: textAt(0) };
  return {
    texts,
    allTexts,
    code: `text${index}`,
    routes: Object.fromEntries(
      PLATFORMS.map((name, position) => [
        name,
        { link: textAt(2 * position), fallback: textAt(2 * position + 1) },
      ]),
    ),
    metadata: JSON.stringify({
      ...Object.fromEntries(texts.map((text) => [text, text])),
      'in a list': [texts, { [allTexts]: [allTexts] }],
    }),
    social,
    visits: JSON.stringify({
      title: allTexts,
      icon: ICONS[index % ICONS.length],
      color: textAt(2),
      home: textAt(3),
      social,
    }),
    schema: JSON.stringify({
      title: allTexts,
      properties: Object.fromEntries(texts.map((text) => [text, { description: text }])),
    }),
    platforms: PLATFORMS.map((name, position) => {
      const android = { package: allTexts, sha256_cert_fingerprints: texts };
      const apps =
        name === 'android' ? android : { team_id: allTexts, bundle_id: textAt(position) };
      const [base, fallback] = [textAt(2 * position), textAt(2 * position + 1)];
      return {
        platform: name,
        base,
        fallback,
        apps: name === 'web' ? '[]' : JSON.stringify([apps]),
      };
    }),
  };
}

export function linkOf({ texts, allTexts, code, routes, metadata, social }: Fields): Row {
  return {
    code,
    uri: allTexts,
    external_id: allTexts,
    name: allTexts,
    note: allTexts,
    early_url: allTexts,
    expired_url: allTexts,
    template: allTexts,
    created_by: allTexts,
    created_at: 0,
    routes: JSON.stringify(routes),
    overrides: JSON.stringify(routes),
    rules: rulesOf(allTexts),
    metadata,
    tags: JSON.stringify(texts),
    social: JSON.stringify(social),
    redeem_limit: 5,
    redemptions: 1,
  };
}

export function templateOf({ allTexts, routes, schema }: Fields): Row {
  return {
    name: allTexts,
    pattern: allTexts,
    routes: JSON.stringify(routes),
    rules: rulesOf(allTexts),
    metadata_schema: schema,
  };
}

function rulesOf(text: string): string {
  const when = { language: [text], country: [text], query: [{ name: text, values: [text] }] };
  return JSON.stringify([{ name: text, when, routes: { web: { link: text, fallback: text } } }]);
}

/** Audit entries of each kind, as the service writes them, with the texts in all fields. */
export function auditOf({ texts, allTexts, code, routes, social, platforms }: Fields): Row[] {
  const link = {
    uri: allTexts,
    external_id: allTexts,
    name: allTexts,
    note: allTexts,
    early_url: allTexts,
    expired_url: allTexts,
    routes,
    tags: texts,
    social,
    metadata: { [allTexts]: texts },
  };
  const template = { pattern: allTexts, routes };
  const app = {
    [`shop/platforms/${allTexts}`]: platforms[0] ?? null,
    [`shop/templates/${allTexts}`]: template,
    'shop/visits': { title: allTexts, social },
    'shop/hosts': texts,
    [allTexts]: allTexts,
  };
  const entry = (subject: string, action: string, before: object | null, after: object | null) => ({
    subject,
    action,
    actor: allTexts,
    created_at: 0,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
  return [
    entry(`smartlink:${code}`, 'create', null, link),
    entry(`smartlink:${code}`, 'change', { ...link, uri: 'x', tags: [] }, link),
    entry(
      `smartlink:${code}`,
      'give-back',
      { redemption_id: allTexts },
      { redemption_id: allTexts },
    ),
    entry(`smartlink:${allTexts}`, allTexts, null, { [allTexts]: allTexts }),
    entry(`token:${allTexts}`, 'create', null, { kind: allTexts, prefix: allTexts }),
    entry(`member:${allTexts}`, 'join', null, {
      email: allTexts,
      role: allTexts,
      invitation_id: allTexts,
    }),
    entry(`member:${allTexts}`, 'connect', null, { issuer: allTexts }),
    entry(`invitation:${allTexts}`, 'invite', null, { email: allTexts, role: allTexts }),
    entry('app', 'change', { 'shop/visits': null }, app),
    entry('app', 'prove', null, { host: allTexts }),
    entry('app', 'create', null, { name: allTexts }),
    entry(allTexts, allTexts, { [allTexts]: allTexts }, { [allTexts]: texts }),
  ];
}

/** Columns that only the service fills. Users can fill all others. */
export const OWN_COLUMNS: Readonly<Record<string, string>> = {
  apps: 'id created_at host_proof on_default_host platform_tokens',
  platforms: 'app_id platform enabled',
  templates: 'app_id position skip_page valid_for_seconds',
  // Host names consist of letters, digits, dots and hyphens, so they cannot hold these texts.
  hosts: 'host app_id position',
  pending_hosts: 'host app_id position',
  tokens: 'id app_id kind digest created_at created_by last_used_at revoked_at',
  members: 'id password created_at oidc_issuer oidc_subject',
  memberships: 'app_id member_id role version created_at last_seen_at',
  sessions: 'id digest member_id created_at last_seen_at expires_at ended_at',
  invitations: 'id digest kind app_id role created_at expires_at used_at withdrawn_at',
  links:
    'id code app_id unique_key redeem_limit created_at redemptions state version metadata_version ' +
    'valid_from valid_until own_rules restorable_until kept_state kept_unique_key',
  link_tags: 'app_id link_id',
  saved_filters: 'app_id member_id',
  metadata_versions: 'code version replaced_at',
  redemptions: 'seq app_id code created_at redemptions redeem_limit metadata_version given_back_at',
  // The dashboard does not show these columns.
  idempotency_keys: 'app_id key body_digest code created created_at',
  audit_log: 'seq app_id created_at',
  webhooks:
    'id app_id types state disabled_because secret old_secret old_secret_until created_at created_by ' +
    'failing_since paused_until lease_holder lease_until',
  webhook_events: 'seq id app_id subject tags created_at pending',
  webhook_deliveries: 'webhook_id event_seq subject state attempts tries next_at',
  webhook_attempts: 'seq webhook_id event_seq at duration_ms status',
};
