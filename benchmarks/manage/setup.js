import { platforms, product } from '../store/setup.js';

const story = { link: 'com.shop.app://story/:id/:title', fallback: '@web' };
const event = { link: 'com.shop.app://event/:id', fallback: '@web' };

/**
 * The apps of the database: one with nearly all links, one with few, and one whose links are as large as
 * possible.
 */
export const APPS = { large: 'my-app', small: 'corner-shop', wide: 'archive' };

const template = (name, pattern, route) => ({
  name,
  pattern,
  routes: {
    web: { link: `https://shop.example/${pattern}` },
    iphone: route,
    ipad: route,
    android: route,
  },
});

export const setup = {
  apps: Object.values(APPS).map((name) => ({
    name,
    platforms,
    templates: [
      template('product', 'products/:id', product),
      template('story', 'stories/:id/:title', story),
      template('event', 'events/:id', event),
    ],
  })),
};

/**
 * The links of the large app, with the percentage of each kind. `#` is replaced by the number.
 * @type {readonly { share: number, uri: string, metadata?: object, redeem_limit?: number }[]}
 */
export const LINKS = [
  { share: 60, uri: 'products/#', metadata: { coupon: 'WELCOME', product: '#' } },
  { share: 20, uri: 'stories/#/how-it-is-made' },
  {
    share: 15,
    uri: 'https://shop.example/sale/#?utm_source=newsletter&utm_campaign=spring',
    metadata: { coupon: 'SPRING', percent: 20 },
    redeem_limit: 1000,
  },
  { share: 5, uri: 'events/#' },
];

/** Links to search for by unusual characters. */
export const ODD_URIS = [
  'about/100%25_sure',
  "about/rock'n'roll",
  'about/größenberatung',
  'about/👟',
  'about/"quoted"',
];
