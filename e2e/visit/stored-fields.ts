import { PLATFORMS } from '#server/src/domain/app/platform.ts';
import type { SqlValue } from '#server/src/storage/database.ts';

/** How a column holds a text that somebody chose. */
type Write = (text: string) => SqlValue;

/** Columns of text know no half characters, and those of PostgreSQL no NUL. */
const plain: Write = (text) => text.toWellFormed().replaceAll('\0', '\ufffd');
const json =
  (value: (text: string) => unknown): Write =>
  (text) =>
    JSON.stringify(value(text));

const routes: Write = json((text) =>
  Object.fromEntries(PLATFORMS.map((name) => [name, { link: text, fallback: text }])),
);

function card(text: string): object {
  return { title: text, description: text, image: text };
}

/**
 * Every column that holds text of somebody else, whether a page shows it today or not. A new one
 * belongs here: a test compares.
 */
export const STORED: Readonly<Record<string, Readonly<Record<string, Write>>>> = {
  apps: {
    name: plain,
    visits: json((text) => ({
      title: text,
      icon: text,
      color: text,
      home: text,
      social: card(text),
    })),
  },
  platforms: {
    base: plain,
    fallback: plain,
    apps: json((text) => [{ team_id: text, bundle_id: text }]),
  },
  templates: { name: plain, pattern: plain, routes },
  links: {
    uri: plain,
    routes,
    overrides: routes,
    template: plain,
    metadata: json((text) => ({ [text]: text })),
    tags: json((text) => [text]),
    social: json(card),
  },
};

/** The other columns of these tables: what the service writes there is its own. */
export const OWN: Readonly<Record<keyof typeof STORED, readonly string[]>> = {
  apps: ['id', 'created_at', 'host_proof', 'on_default_host', 'platform_tokens'],
  platforms: ['app_id', 'platform', 'enabled'],
  templates: ['app_id', 'position', 'skip_page'],
  links: (
    'id code app_id unique_key redeem_limit created_at created_by redemptions state version ' +
    'metadata_version'
  ).split(' '),
};
