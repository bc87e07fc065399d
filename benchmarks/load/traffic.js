import { DESKTOP } from './visitors.js';

/**
 * The requests of a load: a random code of the database, one of several paths, a body with a number, a
 * redemption of a random code with a new id, or a mix of these. Plain data, so that every generator can send
 * the same requests.
 * @typedef {{ kind: 'code', method: 'GET', path: string, headers: Record<string, string>,
 *   codes: import('../store/store.js').Codes }} CodeTraffic
 * @typedef {{ kind: 'path', method: 'GET', path: '', headers: Record<string, string>,
 *   paths: string[] }} PathTraffic
 * @typedef {{ kind: 'number', method: 'POST', path: string, headers: Record<string, string>,
 *   body: [string, string], numbers: { after: number } | { upTo: number } }} NumberTraffic
 * @typedef {{ kind: 'redemption', method: 'POST', path: string, headers: Record<string, string>,
 *   body: [string, string, string], numbers: { after: number },
 *   codes: import('../store/store.js').Codes }} RedemptionTraffic
 * @typedef {CodeTraffic | PathTraffic | NumberTraffic | RedemptionTraffic} SingleTraffic
 * @typedef {{ kind: 'mix', parts: { share: number, status: number, traffic: SingleTraffic }[] }} MixedTraffic
 *   the shares add up to 1; each part has the expected status of its responses
 * @typedef {SingleTraffic | MixedTraffic} Traffic
 */

/** @typedef {import('../store/store.js').Store} Store */

/** Bodies of creates, before and after the number of a product. */
const NEW_LINK = ['{"uri":"products/', '","metadata":{"coupon":"WELCOME"}}'];
const UNIQUE_LINK = ['{"uri":"products/', '","metadata":{"coupon":"WELCOME"},"unique":true}'];

/**
 * Visits of random links. From a desktop computer, all of them result in a redirect.
 * @param {Pick<Store, 'codes'>} store
 * @param {Record<string, string>} [headers] those of the visitor
 * @returns {CodeTraffic}
 */
export function visits({ codes }, headers = DESKTOP) {
  return { kind: 'code', method: 'GET', path: '/', headers, codes };
}

/**
 * @param {Store} store
 * @returns {CodeTraffic}
 */
export function retrieves({ codes, token }) {
  const headers = { Authorization: `Token ${token}` };
  return { kind: 'code', method: 'GET', path: '/v2/smartlinks/', headers, codes };
}

let created = 0;

/**
 * Creates of new links, each with a number that no other run of this process uses.
 * @param {Store} store
 * @returns {NumberTraffic}
 */
export function creates(store) {
  created += 10_000_000;
  return posts(store, NEW_LINK, { after: created });
}

/**
 * `unique` creates of existing links.
 * @param {Store} store
 * @returns {NumberTraffic}
 */
export function uniqueCreates(store) {
  return posts(store, UNIQUE_LINK, { upTo: store.uniques });
}

/**
 * Redemptions of random links, each with an id that no other run of this process uses.
 * @param {Store} store
 * @param {import('../store/store.js').Codes} [codes] of these links only
 * @returns {RedemptionTraffic}
 */
export function redemptions({ platformToken, codes: all }, codes = all) {
  created += 10_000_000;
  const headers = { Authorization: `Token ${platformToken}`, 'Content-Type': 'application/json' };
  const body = ['{"smartlink":"', '","redemption_id":"', '"}'];
  const numbers = { after: created };
  return {
    kind: 'redemption',
    method: 'POST',
    path: '/client/v1/redemptions',
    headers,
    body,
    numbers,
    codes,
  };
}

/** Returns a UUID that is unique by its number and in random order, as those of real clients. */
export function redemptionId(number) {
  const hex = Math.floor(Math.random() * 2 ** 32).toString(16);
  return `${hex.padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function posts({ token }, body, numbers) {
  const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' };
  return { kind: 'number', method: 'POST', path: '/v2/smartlinks', headers, body, numbers };
}

/** The parts of a mix; of other traffic, itself. */
export function partsOf(traffic, status) {
  return traffic.kind === 'mix' ? traffic.parts : [{ share: 1, status, traffic }];
}

/** Every status that is expected. */
export function statusesOf(traffic, status) {
  return partsOf(traffic, status).map((part) => part.status);
}

/** Returns one request as it is sent; `what` is the code or path, or the number in the body. */
export function wire({ method, path, headers, body }, port, what) {
  return body === undefined
    ? wireOf({ method, path: path + what, headers }, port)
    : wireOf({ method, path, headers, body: body.join(what) }, port);
}

/** Returns a request as it is sent. The body is ASCII text. */
export function wireOf({ method, path, headers, body }, port) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}`;
  return body === undefined
    ? `${head}\r\n`
    : `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
}
