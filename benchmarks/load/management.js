/**
 * Requests of the dashboard: the first page of the list, and a search that finds nothing and so reads as much
 * as one request may.
 * @param {string} cookie of a signed-in user
 * @returns {import('./traffic.js').PathTraffic}
 */
export function managementReads(cookie) {
  const paths = ['smartlinks?limit=50', 'smartlinks?q=nothing-has-this-text', 'app', 'tags'];
  return {
    kind: 'path',
    method: 'GET',
    path: '',
    headers: { Cookie: cookie, 'Smartlink-App': 'my-app', 'Sec-Fetch-Site': 'same-origin' },
    paths: paths.map((path) => `/manage/v1/${path}`),
  };
}
