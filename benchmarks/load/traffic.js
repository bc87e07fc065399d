/**
 * The requests of a load: a random code of the database, a body with a number, or a redemption of a random
 * code with a new id. Plain data, so that every generator can send the same requests.
 * @typedef {{ kind: 'code', method: 'GET', path: string, headers: Record<string, string>,
 *   codes: import('../store/store.js').Codes }} CodeTraffic
 * @typedef {{ kind: 'number', method: 'POST', path: string, headers: Record<string, string>,
 *   body: [string, string], numbers: { after: number } | { upTo: number } }} NumberTraffic
 * @typedef {{ kind: 'redemption', method: 'POST', path: string, headers: Record<string, string>,
 *   body: [string, string, string], numbers: { after: number },
 *   codes: import('../store/store.js').Codes }} RedemptionTraffic
 * @typedef {CodeTraffic | NumberTraffic | RedemptionTraffic} Traffic
 */

/** @typedef {import('../store/store.js').Store} Store */

const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** Bodies of creates, before and after the number of a product. */
const NEW_LINK = ['{"uri":"products/', '","metadata":{"coupon":"WELCOME"}}'];
const UNIQUE_LINK = ['{"uri":"products/', '","metadata":{"coupon":"WELCOME"},"unique":true}'];

/**
 * Visits from a desktop computer, all of which result in a redirect.
 * @param {Store} store
 * @returns {CodeTraffic}
 */
export function visits({ codes }) {
  return { kind: 'code', method: 'GET', path: '/', headers: { 'User-Agent': DESKTOP }, codes };
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

/** Returns one request as it is sent; `what` is the code, or the number in the body. */
export function wire(traffic, port, what) {
  const { method, headers } = traffic;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (traffic.kind === 'code') {
    return `${method} ${traffic.path}${what} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`;
  }
  const body = traffic.body.join(what);
  const length = `Content-Length: ${body.length}\r\n`;
  return `${method} ${traffic.path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}${length}\r\n${body}`;
}
