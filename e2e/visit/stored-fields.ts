import { PLATFORMS } from '#server/src/domain/app/platform.ts';
import type { SqlValue } from '#server/src/storage/database.ts';

/** Converts a text to a value of the column. */
type Write = (text: string) => SqlValue;

/** Text columns cannot store lone surrogates, and PostgreSQL cannot store NUL. */
const storable: Write = (text) => text.toWellFormed().replaceAll('\0', '\ufffd');
const json =
  (value: (text: string) => unknown): Write =>
  (text) =>
    JSON.stringify(value(text));

const routes: Write = json((text) =>
  Object.fromEntries(PLATFORMS.map((name) => [name, { link: text, fallback: text }])),
);

/** No visitor matches the rule, so that every link keeps the routes of its kind. */
const rules: Write = json((text) => [
  {
    name: text,
    when: { query: [{ name: text }] },
    routes: { web: { link: text, fallback: text } },
  },
]);

/** Accepts all metadata. */
const schema: Write = json((text) => ({
  title: text,
  properties: { [text]: { description: text } },
}));

function socialPreview(text: string): object {
  return { title: text, description: text, image: text };
}

/**
 * Every column that users can fill, even if no page shows it today. A test fails if a new column is
 * missing here.
 */
export const STORED: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  apps: {
    name: storable,
    visits: json((text) => ({
      title: text,
      icon: text,
      color: text,
      home: text,
      social: socialPreview(text),
    })),
    metadata_schema: schema,
  },
  platforms: {
    base: storable,
    fallback: storable,
    apps: json((text) => [{ team_id: text, bundle_id: text }]),
  },
  templates: { name: storable, pattern: storable, routes, rules, metadata_schema: schema },
  links: {
    external_id: storable,
    uri: storable,
    name: storable,
    note: storable,
    early_url: storable,
    expired_url: storable,
    routes,
    overrides: routes,
    rules,
    template: storable,
    metadata: json((text) => ({ [text]: text })),
    tags: json((text) => [text]),
    social: json(socialPreview),
  },
};

/** The columns of these tables that only the service fills. */
export const OWN: Readonly<Record<keyof typeof STORED, readonly string[]>> = {
  apps: ['id', 'created_at', 'host_proof', 'on_default_host', 'platform_tokens'],
  platforms: ['app_id', 'platform', 'enabled'],
  templates: ['app_id', 'position', 'skip_page', 'valid_for_seconds'],
  links: (
    'id code app_id unique_key redeem_limit created_at created_by redemptions state version ' +
    'metadata_version valid_from valid_until own_rules restorable_until kept_state kept_unique_key'
  ).split(' '),
};
