import { PLATFORMS, type Platform, type Routes, type Social } from '../../../api/types.ts';

/** The edited fields of a route; others keep their generated value. */
export interface Override {
  readonly link?: string;
  readonly fallback?: string;
}
export type Overrides = Partial<Record<Platform, Override>>;

/** The values of the form. */
export interface NewLinkValues {
  uri: string;
  code: string;
  unique: boolean;
  tags: string[];
  redeemLimit: number | '';
  /** JSON text. */
  metadata: string;
  social: { title: string; description: string; image: string };
  overrides: Overrides;
}

export const NO_VALUES: NewLinkValues = {
  uri: '',
  code: '',
  unique: false,
  tags: [],
  redeemLimit: '',
  metadata: '',
  social: { title: '', description: '', image: '' },
  overrides: {},
};

/** Every place of the body that has a field in the form. */
export const FIELDS = [
  '/uri',
  '/code',
  '/unique',
  '/tags',
  '/redeem_limit',
  '/metadata',
  '/social/title',
  '/social/description',
  '/social/image',
  ...PLATFORMS.flatMap((platform) => [`/routes/${platform}/link`, `/routes/${platform}/fallback`]),
];

/** The body that makes the link, as JSON text: metadata goes as it was typed, its numbers too. */
export function bodyOf(values: NewLinkValues): string {
  const { uri, code, unique, tags, redeemLimit, metadata } = values;
  const social = socialOf(values.social);
  const routes = sentOverrides(values.overrides);
  const text = JSON.stringify({
    uri: uri.trim(),
    ...(code.trim() === '' ? {} : { code: code.trim() }),
    ...(unique ? { unique } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(redeemLimit === '' ? {} : { redeem_limit: redeemLimit }),
    ...(social === null ? {} : { social }),
    ...(Object.keys(routes).length > 0 ? { routes } : {}),
  });
  return metadata.trim() === '' ? text : `${text.slice(0, -1)},"metadata":${metadata}}`;
}

/** A card with what is filled in; `null`: nothing is. */
export function socialOf(fields: NewLinkValues['social']): Social | null {
  const filled = Object.entries(fields).filter(([, text]) => text.trim() !== '');
  return filled.length === 0
    ? null
    : Object.fromEntries(filled.map(([name, text]) => [name, text.trim()]));
}

function sentOverrides(overrides: Overrides): Overrides {
  return Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const { link, fallback } = overrides[platform] ?? {};
      const route = {
        ...(link === undefined || link.trim() === '' ? {} : { link: link.trim() }),
        ...(fallback === undefined ? {} : { fallback: fallback.trim() }),
      };
      return Object.keys(route).length > 0 ? [[platform, route]] : [];
    }),
  );
}

/** The routes as they will be, and which of their platforms were changed by hand. */
export function withOverrides(made: Routes, overrides: Overrides): Routes {
  const sent = sentOverrides(overrides);
  return Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const route = made[platform];
      const { link = route?.link, fallback = route?.fallback ?? '' } = sent[platform] ?? {};
      return link === undefined ? [] : [[platform, { ...route, link, fallback }]];
    }),
  );
}

const CODE = /^[0-9A-Za-z]{4,32}$/;

/** Can it be asked for as a code? Nothing is: one is drawn. */
export function isCode(text: string): boolean {
  return text.trim() === '' || CODE.test(text.trim());
}

/** What keeps a text from being metadata before it is sent; undefined: the service may judge it. */
export function metadataTextIssue(text: string): string | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
