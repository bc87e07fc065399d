import { APPS } from './setup.js';
import { CHANGED, POPULAR, UNIQUE_URI } from './store.js';

/**
 * A kind of request that the dashboard sends. `path` is called for every request: with its number and, if the
 * request `walks` through pages, with the `next_cursor` of the previous response.
 * @typedef {object} Question
 * @property {string} what
 * @property {(index: number, cursor: string | undefined) => string} path after `/manage/v1/`
 * @property {object} [body] sent with POST
 * @property {string} app
 * @property {number} [walks] the number of pages
 */

const PAGES = 1000;
/** The maximum length of a URI, as users type it. */
const LONGEST = 'products/'.repeat(227);
const LONG = 'products/'.repeat(22);

/**
 * @param {{ codes: string[], origin: string, amongDeleted: number }} given some links of the large app,
 *   the address of the service, and a position in the list after which thousands are deleted
 * @returns {Question[]}
 */
export function questions({ codes, origin, amongDeleted }) {
  const code = (index) => codes[index % codes.length];
  /** The first letters of a code, as if it were typed. */
  const front = (index, letters) => code(index).slice(0, letters);
  return [
    ...listQuestions(APPS.large, 'list'),
    ...filterQuestions(amongDeleted),
    ...searchQuestions(code, front, origin),
    ...linkQuestions(code),
    ...appQuestions(),
    ...otherApps(),
  ];
}

function listQuestions(app, name) {
  return [
    { what: `${name}, newest first`, app, path: () => 'smartlinks?limit=50' },
    { what: `${name}, oldest first`, app, path: () => 'smartlinks?limit=50&sort=oldest' },
    { what: `${name}, the largest page`, app, path: () => 'smartlinks?limit=100' },
    walk(`${name}, to page ${PAGES}`, app, 'smartlinks?limit=50'),
    walk(`${name}, oldest first, to page ${PAGES}`, app, 'smartlinks?limit=50&sort=oldest'),
  ];
}

function filterQuestions(amongDeleted) {
  const filtered = (what, ...queries) => list(what, APPS.large, queries);
  return [
    filtered('state: active', 'state=active', 'state=active&sort=oldest'),
    filtered('state: disabled or deleted', 'state=disabled', 'state=deleted&sort=oldest'),
    filtered('template of most, of some', 'template=product', 'template=event&sort=oldest'),
    filtered('template without links', 'template=none', 'template=none&sort=oldest'),
    filtered('unique or not', 'unique=true', 'unique=false'),
    filtered('tag of one in six', 'tag=channel-1', 'tag=channel-1&sort=oldest'),
    filtered('tag of few, of none', 'tag=campaign-1999', 'tag=campaign-0'),
    walk(`tag of one in six, to page ${PAGES}`, APPS.large, 'smartlinks?tag=channel-1&limit=50'),
    filtered(
      'tag with template, state, order',
      'tag=channel-1&template=event&sort=oldest',
      'tag=channel-2&state=disabled',
    ),
    filtered('tag of one in six, text without result', 'tag=channel-1&q=nowhere'),
    filtered(
      'template with a text, oldest first',
      'template=event&q=events/99&sort=oldest',
      'template=product&q=nowhere&sort=oldest',
    ),
    list('past thousands of deleted links', APPS.large, [`cursor=${amongDeleted}`]),
  ];
}

function searchQuestions(code, front, origin) {
  const search = (what, ...texts) =>
    list(
      what,
      APPS.large,
      texts.map((text) => `q=${encodeURIComponent(text)}`),
    );
  const byCode = (what, textOf) => ({
    what,
    app: APPS.large,
    path: (index) => `smartlinks?limit=50&q=${encodeURIComponent(textOf(index))}`,
  });
  return [
    byCode('search: a whole code', code),
    byCode('search: the address of a link', (index) => `${origin}/${code(index)}`),
    ...[1, 2, 3].map((letters) =>
      byCode(`search: ${letters} of a code`, (index) => front(index, letters)),
    ),
    byCode('search: an unused code', (index) => `zz${front(index, 5)}0`),
    search('search: a unique URI', UNIQUE_URI),
    search('search: in nearly all URIs', 'products/', '/', 'o'),
    search('search: in one URI', 'products/777777', 'stories/31415/how-it-is-made'),
    search('search: no result', 'nowhere', 'products/x'),
    search('search: unusual characters', '%', '_', "'", '"', '\\', 'größen', '👟', 'é'),
    search('search: long texts', LONG, LONGEST),
    walk('search: no result, all pages', APPS.large, 'smartlinks?q=nowhere&limit=50', 101),
    { what: '⌘K', app: APPS.large, path: (index) => `smartlinks?limit=6&q=${typed(index)}` },
    {
      what: 'tags, while typing',
      app: APPS.large,
      path: (index) => `tags?q=${'campaign-19'.slice(0, index % 12)}`,
    },
    { what: 'tags: no result', app: APPS.large, path: () => 'tags?q=nowhere' },
  ];
}

/** The first letters of a text, as if it were typed. */
function typed(index) {
  return encodeURIComponent('stories/271828'.slice(0, 1 + (index % 14)));
}

function linkQuestions(code) {
  const app = APPS.large;
  const about = (what, ...rest) => ({
    what,
    app,
    path: (index) => `smartlinks/${code(index)}${rest[index % rest.length]}`,
  });
  const agent = encodeURIComponent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
  return [
    about('link', ''),
    about('link: metadata, versions', '/metadata', '/metadata/versions'),
    about('link: history, redemptions', '/history', '/redemptions'),
    about('link: preview by device', `/explain?user_agent=${agent}`),
    walk('100,000 redemptions, to the last', app, `smartlinks/${POPULAR}/redemptions?limit=100`),
    walk('10,000 changes, to the last', app, `smartlinks/${CHANGED}/history?limit=100`, 100),
    walk(
      '10,000 versions, to the last',
      app,
      `smartlinks/${CHANGED}/metadata/versions?limit=100`,
      100,
    ),
    {
      what: 'one of 10,000 versions',
      app,
      path: (index) => `smartlinks/${CHANGED}/metadata?version=${1 + ((index * 97) % 10_000)}`,
    },
  ];
}

function appQuestions() {
  const app = APPS.large;
  const ask = (what, ...paths) => ({ what, app, path: (index) => paths[index % paths.length] });
  const templates = (link) => [
    { name: 'product', pattern: 'products/:id', routes: { web: { link } } },
  ];
  return [
    ask('user, app and lists', 'me', 'apps', 'app', 'tokens', 'members', 'doctor'),
    walk(`audit log, to page ${PAGES}`, app, 'audit-log?limit=50'),
    { ...ask('template: result for a URI', 'templates/try'), body: { uri: 'products/5' } },
    {
      ...ask('template: all links change', 'templates/try'),
      body: { templates: templates('https://shop.example/new/:id') },
    },
    {
      // The newest two thousand links are checked, and none differs.
      ...ask('template: no link changes', 'templates/try'),
      body: { platforms: { universal: { enabled: false } } },
    },
    { ...ask('preview of a page', 'app/preview'), body: { visits: {}, page: 'open-app' } },
  ];
}

function otherApps() {
  const { small, wide } = APPS;
  return [
    list('small app: list, filters, search', small, [
      '',
      'sort=oldest',
      'state=disabled',
      'state=deleted&sort=oldest',
      'tag=channel-1',
      'template=none',
      'unique=true',
      'q=nowhere',
    ]),
    { what: 'small app: audit log, tags', app: small, path: alternating('audit-log', 'tags') },
    list('links of 16 KB: the largest page', wide, ['limit=100']),
    list('links of 16 KB: search, filters', wide, ['q=nowhere', 'template=none', 'unique=true']),
  ];
}

function list(what, app, queries) {
  return { what, app, path: alternating(...queries.map((query) => `smartlinks?${query}`)) };
}

function alternating(...paths) {
  return (index) => paths[index % paths.length];
}

function walk(what, app, first, pages = PAGES) {
  const path = (_index, cursor) => (cursor === undefined ? first : `${first}&cursor=${cursor}`);
  return { what, app, path, walks: pages };
}
