import type { WebhookEvent } from '../domain/webhook/event.ts';
import { FIND_KEY, TAKE_KEY, type KeyRow } from './idempotency-keys.ts';
import type { InsertStatements, LinkInsert, StoredAnswer } from './link-insert.ts';
import { CREATED_COLUMNS } from './link-columns.ts';
import { countOf, rowsOf, type Procedure } from './procedure.ts';
import { createdLinkEvent } from './webhooks/created-link-event.ts';

const INSERT = `insert into links (code, ${CREATED_COLUMNS.join(', ')})
  values (?, ${CREATED_COLUMNS.map(() => '?').join(', ')}) on conflict do nothing`;
const FIND_UNIQUE = 'select code from links where app_id = ? and unique_key = ?';
const SAVE_ANSWER =
  'update idempotency_keys set code = ?, created = ? where app_id = ? and key = ?';
const FREE_KEY = `delete from idempotency_keys where app_id = ? and key = ? and code = ''`;
const FIND_COUNT = 'select links from platform_token_creates where app_id = ?';
const ADD_TO_COUNT = `insert into platform_token_creates (app_id, links) values (?, ?)
  on conflict (app_id) do update set links = links + excluded.links`;

const STATEMENTS: Omit<InsertStatements, 'insert'> = {
  *findUnique(links) {
    const found = new Map<LinkInsert, string>();
    for (const link of links) {
      const [row] = yield* rowsOf<{ code: string }>(FIND_UNIQUE, [link.appId, link.uniqueKey]);
      if (row) found.set(link, row.code);
    }
    return found;
  },

  *takeKeys(links) {
    const taken = new Set<LinkInsert>();
    for (const link of links) {
      const { appId, createdAt, once } = link;
      if (!once) continue;
      const key = [appId, once.key, once.bodyDigest, '', 1, createdAt];
      if ((yield* countOf(TAKE_KEY, key)) === 1) taken.add(link);
    }
    return taken;
  },

  *findAnswers(links) {
    const found = new Map<LinkInsert, StoredAnswer>();
    for (const link of links) {
      const [row] = yield* rowsOf<KeyRow>(FIND_KEY, keyOf(link));
      if (row) found.set(link, { ...row, created: row.created === 1 });
    }
    return found;
  },

  *saveAnswers(links) {
    for (const [link, { code, created }] of links) {
      yield* countOf(SAVE_ANSWER, [code, created ? 1 : 0, ...keyOf(link)]);
    }
  },

  *freeKeys(links) {
    for (const link of links) yield* countOf(FREE_KEY, keyOf(link));
  },

  *lockCounts(appIds) {
    const counts = new Map<string, number>();
    for (const appId of appIds) {
      const [row] = yield* rowsOf<{ links: number }>(FIND_COUNT, [appId]);
      counts.set(appId, row?.links ?? 0);
    }
    return counts;
  },

  *addToCounts(added) {
    for (const [appId, links] of added) yield* countOf(ADD_TO_COUNT, [appId, links]);
  },
};

/**
 * One statement for each row: fast on SQLite, and possible in a transaction of either engine, which it needs. `lockCounts`
 * takes no lock, so counted links need transactions that run one at a time, as on SQLite.
 */
export function rowStatements(
  insertEvent: (event: WebhookEvent) => Procedure<void>,
): InsertStatements {
  return {
    ...STATEMENTS,
    *insert(links) {
      const created: string[] = [];
      for (const [code, link] of links) {
        if ((yield* countOf(INSERT, [code, ...link.values])) !== 1) continue;
        created.push(code);
        if (link.event) yield* insertEvent(createdLinkEvent(link, link.event, code));
      }
      return created;
    },
  };
}

function keyOf({ appId, once }: LinkInsert): readonly string[] {
  return [appId, once?.key ?? ''];
}
