import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../server/dist/src/config.js';
import { SearchIndexer } from '../../server/dist/src/jobs/search-indexer.js';
import { indexProgress } from '../../server/dist/src/storage/search-index.js';
import { openStore } from '../../server/dist/src/store.js';
import { stop } from '../processes.js';
import { count, progressOf, say } from '../progress.js';
import { applySetup, runCommand, startService } from '../servers/service.js';
import { writeCodes } from '../store/codes.js';
import { fillLinks } from './fill-links.js';
import { fillAuditLog, fillRedemptions, fillTags } from './fill-rest.js';
import { accept, inviteOwner } from './person.js';
import { APPS, LINKS, ODD_URIS, setup } from './setup.js';

/** The numbers of links that are models, and of those for verification. */
const MODEL = 424_242_424;
const CHECK = 424_242_425;
const SMALL_LINKS = 200;
const WIDE_LINKS = 10_000;
/** Nearly the maximum. */
const WIDE_METADATA_BYTES = 16_000;
const REDEMPTIONS = 100_000;
const CHANGES = 10_000;
/** The number of random links to request. */
const SOME_CODES = 10_000;

/** A unique link, and two with very many related rows. */
export const UNIQUE_URI = 'landing/spring-sale';
export const POPULAR = 'PopulaR1';
export const CHANGED = 'ChangeD1';
const MODEL_OF_CHANGES = 'ChangeD2';

/** Returns the number of the middle link, and the range of deleted links before it. */
export function middleOf(links) {
  const half = Math.floor(links / 2);
  return { half, deleted: [half - Math.floor(links / 50), half - 1] };
}

/**
 * Creates a database for the management API: the service creates and changes a few links, and the other rows
 * are copies of these.
 * @param {import('../engines/engine.js').Engine} engine
 */
export async function makeManaged(engine, folder, links) {
  say(`${engine.name}: creating a database with ${count(links)} links to manage`);
  mkdirSync(folder, { recursive: true });
  const host = await engine.start(folder, { durable: false });
  const settings = { DATABASE_URL: host.url };
  const { token, platformToken, child } = await startService(folder, settings);
  await stop(child);
  for (const app of [APPS.small, APPS.wide]) {
    await runCommand(folder, ['app', 'create', '--name', app], settings);
  }
  await applySetup(folder, setup, settings);
  const { models, wide } = await makeModels(folder, settings, { token, platformToken });

  const connection = await host.open();
  const apps = Object.fromEntries(
    (await connection.ask('select name, id from apps')).map(({ name, id }) => [name, id]),
  );
  const { half, deleted } = middleOf(links);
  const progress = progressOf('rows of links written', links);
  const large = { appId: apps[APPS.large], models, progress, newest: links };
  await connection.fill(async () => {
    // The links of the other apps are between those of the large app, so a scan from either end to find them
    // takes long.
    await fillLinks(engine, connection, { ...large, first: 1, last: half, deleted });
    const small = {
      appId: apps[APPS.small],
      models,
      first: 1,
      last: SMALL_LINKS,
      newest: SMALL_LINKS,
    };
    await fillLinks(engine, connection, small);
    const archive = {
      appId: apps[APPS.wide],
      models: [wide],
      first: 1,
      last: WIDE_LINKS,
      newest: WIDE_LINKS,
    };
    await fillLinks(engine, connection, archive);
    await fillLinks(engine, connection, { ...large, first: half + 1, last: links });
    say('tags, ledger and audit log');
    await fillTags(engine, connection);
    const redeemed = { model: MODEL_OF_CHANGES, popular: POPULAR, many: REDEMPTIONS };
    await fillRedemptions(connection, { appId: apps[APPS.large], ...redeemed });
    const changes = { model: MODEL_OF_CHANGES, changed: CHANGED, many: CHANGES };
    await fillAuditLog(connection, { appId: apps[APPS.large], ...changes });
  }, ['links', 'link_tags', 'redemptions', 'audit_log', 'metadata_versions']);
  const codes = await connection.ask(`select code from links
    where app_id = '${apps[APPS.large]}' and state = 'active' and length(code) = ${models[0].code.length}
      and code <> '${POPULAR}' and code <> '${CHANGED}' and code <> '${MODEL_OF_CHANGES}'
    order by ${engine.below(1_000_000)} limit ${SOME_CODES}`);
  await connection.close();
  await makeIndex(host.url);
  await host.stop();
  const file = join(folder, 'codes');
  return {
    folder,
    links,
    token,
    codes: writeCodes(
      file,
      codes.map(({ code }) => code),
    ),
  };
}

/** Writes the search index, which the service would do in the background, with rests. */
async function makeIndex(url) {
  const store = await openStore(readConfig({ DATABASE_URL: url, CLICKS: 'off' }));
  const { db } = store.ctx;
  const fail = (error) => {
    throw error;
  };
  const begin = performance.now();
  say('the search index');
  await new SearchIndexer(db, fail, 0).work();
  const { indexed, last } = await indexProgress(db);
  await store.close();
  const seconds = Math.round((performance.now() - begin) / 1000);
  say(`the search index has ${count(indexed)} of ${count(last)} links after ${seconds} s`);
}

async function makeModels(folder, settings, { token, platformToken }) {
  const service = await startService(folder, settings);
  const { port } = service;
  const send = sender(port, token);
  const models = [];
  for (const { share, uri, ...rest } of LINKS) {
    models.push(await modelOf(send, share, (number) => numbered({ uri, ...rest }, number)));
  }
  const metadata = { document: randomBytes(WIDE_METADATA_BYTES / 2).toString('hex') };
  const wide = await modelOf(send, 100, (number) => ({ uri: `archive/${number}`, metadata }));

  for (const uri of ODD_URIS) await send('POST', 'v2/smartlinks', { uri });
  await send('POST', 'v2/smartlinks', { uri: UNIQUE_URI, unique: true });
  for (const code of [POPULAR, CHANGED, MODEL_OF_CHANGES]) {
    const body = { uri: `about/${code}`, code, metadata: { coupon: 'WELCOME' } };
    await send('POST', 'manage/v1/smartlinks', body);
  }
  await send('PATCH', `manage/v1/smartlinks/${MODEL_OF_CHANGES}`, {
    tags: ['channel-1', 'team-7'],
  });
  await send('PATCH', `manage/v1/smartlinks/${CHANGED}`, { metadata: { coupon: 'WINTER' } });
  const redemption = { smartlink: MODEL_OF_CHANGES, redemption_id: crypto.randomUUID() };
  await sender(port, platformToken)('POST', 'client/v1/redemptions', redemption);

  for (const app of Object.values(APPS)) {
    await accept(port, await inviteOwner(folder, app, settings));
  }
  await stop(service.child);
  return { models, wide };
}

/** Creates two links of a kind: a model, and one for verification. */
async function modelOf(send, share, bodyOf) {
  const make = async (number) => {
    const { smartlink } = await send('POST', 'v2/smartlinks', bodyOf(number));
    return { code: smartlink.split('/').at(-1), number };
  };
  return { share, ...(await make(MODEL)), check: await make(CHECK) };
}

function numbered(value, number) {
  return JSON.parse(JSON.stringify(value).replaceAll('#', number));
}

function sender(port, token) {
  return async (method, path, body) => {
    const options = {
      method,
      headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, options);
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} /${path} was answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
