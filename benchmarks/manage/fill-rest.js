import { forNumbers } from './numbers.js';

/**
 * Inserts the tags of all links into the table that is searched.
 * @param {import('../engines/engine.js').Engine} engine
 * @param {import('../engines/engine.js').Connection} connection
 */
export async function fillTags(engine, connection) {
  await connection.script(`insert into link_tags (app_id, tag, link_id)
    select app_id, each.value, links.id from links, ${engine.elements('links.tags')}
    where tags <> '[]' on conflict do nothing`);
}

/**
 * Inserts the ledger: one entry for every redeemed link, and `many` for one link. All copy the entry of a
 * redemption of the link `model`.
 */
export async function fillRedemptions(connection, { appId, model, popular, many }) {
  const columns = `app_id, id, code, token_id, created_at, redemptions, redeem_limit, metadata_version`;
  const entry = `(select * from redemptions where code = '${model}') as m`;
  await connection.script(`insert into redemptions (${columns})
    select m.app_id, ${idOf('l.id', 'a')}, l.code, m.token_id, l.created_at, 1, l.redeem_limit, 1
    from links l, ${entry} where l.app_id = '${appId}' and l.redemptions = 1 and l.code <> '${model}'
    order by l.id`);
  await forNumbers(
    connection,
    1,
    many,
    (numbers) => `insert into redemptions (${columns})
      select m.app_id, ${idOf('s.n', 'b')}, '${popular}', m.token_id, m.created_at + s.n, s.n, null, 1
      from ${numbers}, ${entry} order by s.n`,
  );
  await connection.script(`update links set redemptions = ${many} where code = '${popular}'`);
}

/** Returns a UUID in random order, as those of real clients. */
function idOf(number, kind) {
  const random = `cast(10000000 + (${number} * 2654435761) % 89999999 as text)`;
  return `${random} || '-0000-4000-8000-${kind}' || cast(10000000000 + ${number} as text)`;
}

/**
 * Inserts the audit log: one entry for every link of an app, which copies the entry of a change of the link
 * `model`, and `many` for one link whose metadata changed as often.
 */
export async function fillAuditLog(connection, { appId, model, changed, many }) {
  const columns = 'app_id, subject, action, actor, before, after, created_at';
  const entries = (action, code) =>
    `(select * from audit_log where subject = 'smartlink:${code}' and action = '${action}'
      order by seq limit 1) as m`;
  await connection.script(`insert into audit_log (${columns})
    select m.app_id, 'smartlink:' || l.code, m.action, m.actor, m.before, m.after, l.created_at
    from links l, ${entries('change', model)} where l.app_id = '${appId}' order by l.id`);
  // The service changed it once; these are the other changes.
  await forNumbers(
    connection,
    2,
    many,
    (numbers) => `insert into audit_log (${columns})
      select m.app_id, m.subject, m.action, m.actor, m.before, m.after, m.created_at + s.n
      from ${numbers}, ${entries('change', changed)} order by s.n`,
  );
  await forNumbers(
    connection,
    2,
    many,
    (numbers) => `insert into metadata_versions (code, version, metadata)
      select m.code, s.n, m.metadata from ${numbers},
        (select * from metadata_versions where code = '${changed}' and version = 1) as m`,
  );
  await connection.script(`update links set version = ${many + 1}, metadata_version = ${many + 1}
    where code = '${changed}'`);
}
