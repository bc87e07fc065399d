import { words } from './bad-addresses.ts';
import { goodRequest, mutateValue } from './bodies.ts';
import type { Random } from './random.ts';
import type { Case } from './requests.ts';
import { schema, schemaTrial } from './schemas.ts';

type Body = Record<string, unknown>;

const MANAGE = '/manage/v1';
const CODES = words(
  'Desk1 Desk2 Desk3 Desk4 Desk5 docs aaaa toolong0toolong0toolong0toolong0x - é',
);
const TAGS = [
  'spring',
  'print',
  'Spring',
  'a b',
  ' a',
  '',
  'ü',
  '<b>',
  '%',
  '\u202e',
  'x'.repeat(65),
];
const PLATFORMS = words('web iphone ipad universal android');
const PATTERNS = words(
  'products/:id products/new :a/:b *rest products/*rest files/*rest a/:id/b :id/:id *a/b p-:id /',
);
const LINKS = words(
  'https://shop.example/p/:id com.shop.app://:id https://:id.example/ *rest javascript:alert(:id) https://shop.example/?q=:a',
);

/** Generates requests to manage one app. No other requests use the links of this app. */
export class ManagementRequests {
  readonly #token: string;
  readonly #codes: readonly string[];

  /** `codes` are the codes of links in other apps. */
  constructor(token: string, codes: readonly string[]) {
    this.#token = token;
    this.#codes = codes;
  }

  make(random: Random): Case {
    const [method, path, make] = random.pick(REQUESTS);
    const code = random.chance(0.8) ? random.pick(CODES) : (this.#codes[0] ?? 'BCDFGHJK');
    const headers = { authorization: `Token ${this.#token}` };
    const filled = path.replace(':code', encodeURIComponent(code)) + query(random, method);
    if (make === undefined) return { sent: { method, path: filled, headers } };
    const start = make(random);
    const body = JSON.stringify(random.chance(0.4) ? mutateValue(random, start) : start) ?? 'null';
    const sent = { method, path: filled, body };
    const json = { ...headers, 'content-type': 'application/json' };
    return { sent: { ...sent, headers: json }, onlyBodyIsInvalid: true };
  }
}

const REQUESTS: readonly (readonly [string, string, ((random: Random) => Body)?])[] = [
  ['POST', `${MANAGE}/smartlinks`, create],
  ['POST', `${MANAGE}/smartlinks`, create],
  ['POST', `${MANAGE}/smartlinks`, create],
  ['POST', `${MANAGE}/smartlinks`, create],
  ['PATCH', `${MANAGE}/smartlinks/:code`, change],
  ['PATCH', `${MANAGE}/app`, app],
  ['POST', `${MANAGE}/tokens`, (random) => ({ kind: random.pick([...PLATFORMS, 'server', 'tv']) })],
  ['POST', `${MANAGE}/templates/try`, trial],
  ['POST', `${MANAGE}/templates/try`, trial],
  ['POST', `${MANAGE}/app/preview`, preview],
  ['POST', `${MANAGE}/metadata-schema/try`, schemaTrial],
  ['POST', `${MANAGE}/smartlinks/changes`, changes],
  ['GET', `${MANAGE}/smartlinks`],
  ['GET', `${MANAGE}/tokens`],
  ['GET', `${MANAGE}/tags`],
  ['GET', `${MANAGE}/audit-log`],
  ['GET', `${MANAGE}/doctor`],
  ['GET', `${MANAGE}/smartlinks/:code/metadata`],
  ['GET', `${MANAGE}/smartlinks/:code/metadata/versions`],
  ['GET', `${MANAGE}/smartlinks/:code/history`],
];

const NAMES = words('q tag template state unique sort limit cursor version dry_run');
const VALUES = words(
  'spring Desk products active deleted true false newest 1 2 100 101 0 -1 1e3 99999999999999999999 x',
);

/** Returns random query parameters. Most of them do not exist for the path. */
function query(random: Random, method: string): string {
  if (method === 'POST' || random.chance(0.4)) return '';
  const pairs = random.many(1, 3, () => {
    const value = random.chance(0.8) ? random.pick(VALUES) : random.text(20).toWellFormed();
    return `${random.pick(NAMES)}=${encodeURIComponent(value)}`;
  });
  return `?${pairs.join('&')}`;
}

function create(random: Random): Body {
  return {
    ...goodRequest(random),
    // Often a code that is taken.
    ...(random.chance(0.8) ? { code: random.pick(random.chance(0.5) ? ['Desk1'] : CODES) } : {}),
    ...(random.chance(0.6) ? { tags: tags(random) } : {}),
    ...(random.chance(0.4) ? { social: social(random) } : {}),
  };
}

function tags(random: Random): unknown {
  return random.many(0, random.chance(0.05) ? 30 : 4, () => random.pick(TAGS));
}

function social(random: Random): Body {
  return {
    title: random.pick(['The sale', random.text(130)]),
    ...(random.chance(0.5) ? { description: random.text(300) } : {}),
    ...(random.chance(0.5)
      ? { image: random.pick(['https://shop.example/a.png', 'data:,', '']) }
      : {}),
  };
}

function change(random: Random): Body {
  const routes = random.many(0, 3, () => {
    const link = random.pick([...LINKS, 'https://shop.example/winter', 'com.shop.app://winter']);
    const fallback = random.pick([
      '',
      'https://shop.example/get',
      'market://details?id=a',
      'x://y',
    ]);
    const wanted = random.pick([null, {}, { link }, { fallback }, { link, skip_page: true }]);
    return [random.pick([...PLATFORMS, 'tv']), wanted] as const;
  });
  return {
    ...(random.chance(0.6) ? { routes: Object.fromEntries(routes) } : {}),
    ...(random.chance(0.6) ? { tags: tags(random) } : {}),
    ...(random.chance(0.2) ? { social: random.pick([null, social(random)]) } : {}),
    ...(random.chance(0.3) ? { metadata: { a: random.text() } } : {}),
    ...(random.chance(0.1) ? { state: random.pick(['active', 'disabled']) } : {}),
  };
}

function changes(random: Random): Body {
  const chosen = random.chance(0.5)
    ? { codes: random.many(1, 4, () => random.pick(CODES)) }
    : {
        filter: {
          ...(random.chance(0.4) ? { q: random.pick(VALUES) } : {}),
          ...(random.chance(0.4) ? { tag: random.pick(TAGS) } : {}),
          ...(random.chance(0.2) ? { state: random.pick(['active', 'deleted']) } : {}),
        },
        ...(random.chance(0.4) ? { limit: random.pick([1, 2, 1000, 0]) } : {}),
        ...(random.chance(0.2) ? { cursor: random.pick(['1', '5', '', 'x']) } : {}),
      };
  return {
    ...chosen,
    ...(random.chance(0.5) ? { dry_run: random.chance(0.5) } : {}),
    change: {
      ...(random.chance(0.5) ? { add_tags: tags(random) } : {}),
      ...(random.chance(0.3) ? { remove_tags: tags(random) } : {}),
      ...(random.chance(0.2) ? { state: random.pick(['active', 'disabled']) } : {}),
      ...(random.chance(0.3) ? { routes: 'current_templates' } : {}),
    },
  };
}

function templates(random: Random): Body[] {
  return random.many(0, 5, () => {
    const routes = random.many(0, 3, () => {
      const route = { link: random.pick(LINKS), fallback: random.pick(['', '@web', 'x']) };
      return [random.pick(PLATFORMS), route] as const;
    });
    return {
      name: random.pick(words('a b c product A')),
      pattern: random.pick(PATTERNS),
      routes: Object.fromEntries(routes),
      ...(random.chance(0.2) ? { skip_page: random.chance(0.5) } : {}),
      ...(random.chance(0.2) ? { metadata_schema: schema(random) } : {}),
    };
  });
}

function platforms(random: Random): Body {
  const settings = random.many(0, 3, () => {
    const base = random.pick(['https://shop.example', 'com.shop.app://', 'https://a/?b', 'x']);
    const platform = random.pick([{ enabled: false }, { base }, { base, fallback: 'market://a' }]);
    return [random.pick(PLATFORMS), platform] as const;
  });
  return Object.fromEntries(settings);
}

function visits(random: Random): Body {
  return {
    ...(random.chance(0.6) ? { title: random.pick(['Shop', random.text(60)]) } : {}),
    ...(random.chance(0.4) ? { color: random.pick(['#1a2b3c', '#1A2B3C', 'red', 'url(x)']) } : {}),
    ...(random.chance(0.4) ? { home: random.pick(['https://shop.example/', 'javascript:1']) } : {}),
    ...(random.chance(0.3) ? { icon: random.pick(['data:image/png;base64,AAAA', 'x']) } : {}),
    ...(random.chance(0.3) ? { social: social(random) } : {}),
  };
}

function app(random: Random): Body {
  return {
    ...(random.chance(0.4) ? { platforms: platforms(random) } : {}),
    ...(random.chance(0.4) ? { templates: templates(random) } : {}),
    ...(random.chance(0.4) ? { visits: visits(random) } : {}),
    ...(random.chance(0.2) ? { metadata_schema: schema(random) } : {}),
  };
}

function trial(random: Random): Body {
  return {
    ...(random.chance(0.7) ? { uri: goodRequest(random).uri } : {}),
    ...(random.chance(0.6) ? { templates: templates(random) } : {}),
    ...(random.chance(0.5) ? { platforms: platforms(random) } : {}),
    ...(random.chance(0.3) ? { cursor: random.pick(['1', '5', '', 'x', '-1']) } : {}),
  };
}

function preview(random: Random): Body {
  return {
    visits: visits(random),
    page: random.pick(words('open-app preview gone not-found no-route scan home')),
    ...(random.chance(0.5) ? { language: random.pick(words('en de zh-Hant xx')) } : {}),
    ...(random.chance(0.5) ? { device: random.pick(words('iphone android desktop tv')) } : {}),
  };
}
