import { PLATFORMS } from '#server/src/domain/app/platform.ts';
import type { Route } from '#server/src/domain/link/route.ts';
import type { Service } from '#server/test/harness.ts';
import { plant } from '#server/test/visit/plant.ts';
import { STORED } from './stored-fields.ts';

/**
 * Puts a text into the routes of a link, so that every kind of page contains it. After `shop:` and
 * `itms-apps:`, a URL parser leaves nearly every character unchanged. Elsewhere it escapes the
 * characters that are special in HTML.
 */
export const KINDS: readonly ((text: string) => Route)[] = [
  (text) => ({ link: `shop:${text}`, fallback: `itms-apps:${text}` }),
  (text) => ({ link: '', fallback: `itms-apps:${text}` }),
  (text) => ({ link: `shop://p/${text}`, fallback: `https://shop.example/${text}` }),
  (text) => ({ link: `shop://p?${text}`, fallback: text }),
  (text) => ({ link: text, fallback: `https://apps.apple.com/${text}` }),
  (text) => ({ link: text, fallback: text }),
];

/**
 * Stores, for each text, an app with the text in every field, and links of every kind, one of them
 * disabled. Returns the codes of the links of each text.
 */
export async function plantEverywhere(
  service: Service,
  texts: readonly string[],
): Promise<string[][]> {
  const rowsOf = (table: string, own: (index: number) => Record<string, string | number>) =>
    texts.map((text, index) => ({ ...columnsWith(table, text), ...own(index) }));
  const app = (index: number): string => `app${index}`;
  const code = (index: number, kind: number): string => `text${index}x${kind}`;
  await plant(
    service,
    'apps',
    rowsOf('apps', (index) => ({ id: app(index), created_at: 0 })),
  );
  const web = (index: number) => ({ app_id: app(index), platform: 'web', enabled: 1 });
  await plant(service, 'platforms', rowsOf('platforms', web));
  const first = (index: number) => ({ app_id: app(index), position: 0 });
  await plant(service, 'templates', rowsOf('templates', first));
  for (const [kind, route] of [...KINDS, ...KINDS.slice(0, 1)].entries()) {
    const link = (index: number) => ({
      app_id: app(index),
      code: code(index, kind),
      // Unique in an app.
      external_id: `${STORED.links?.external_id?.(texts[index] ?? '')} ${kind}`,
      routes: onEveryPlatform(route(texts[index] ?? '')),
      state: kind < KINDS.length ? 'active' : 'disabled',
      created_at: 0,
    });
    await plant(service, 'links', rowsOf('links', link));
  }
  return texts.map((_, index) => [...KINDS, 'disabled'].map((__, kind) => code(index, kind)));
}

/** The columns of a table that users can fill, with this text in them. */
function columnsWith(table: string, text: string): Record<string, string | number | null> {
  const columns = Object.entries(STORED[table] ?? {});
  return Object.fromEntries(columns.map(([name, write]) => [name, write(text)]));
}

function onEveryPlatform(route: Route): string {
  return JSON.stringify(Object.fromEntries(PLATFORMS.map((name) => [name, route])));
}
