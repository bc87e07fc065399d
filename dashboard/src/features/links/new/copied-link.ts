import { PLATFORMS, type Link, type Routes } from '../../../api/types.ts';
import { validityOf } from '../validity.ts';
import type { NewLinkValues, Override, Overrides } from './new-link.ts';

/**
 * The values of the form for a copy of a link. The short code is not copied, and the copy gets the current routes of its
 * destination, except for those that differ in the original. Rules of its template are made again. `metadata`: as JSON text; null: none.
 */
export function copiedValues(
  link: Link,
  metadata: string | null,
  generated: Routes,
): NewLinkValues {
  const { uri, name, note, tags, social, redeem_limit: limit } = link;
  return {
    uri,
    code: '',
    unique: false,
    // Another link cannot have it.
    externalId: '',
    name: name ?? '',
    note: note ?? '',
    tags: [...tags],
    validity: validityOf(link),
    endless: link.valid_until === null,
    redeemLimit: limit ?? '',
    metadata: metadata ?? '',
    social: {
      title: social?.title ?? '',
      description: social?.description ?? '',
      image: social?.image ?? '',
    },
    overrides: overridesOf(link.routes, generated),
    rules: link.own_rules ? link.rules : null,
  };
}

function overridesOf(routes: Routes, generated: Routes): Overrides {
  return Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const [own, usual] = [routes[platform], generated[platform]];
      if (!own) return [];
      const override: Override = {
        ...(own.link === usual?.link ? {} : { link: own.link }),
        ...(own.fallback === usual?.fallback ? {} : { fallback: own.fallback }),
      };
      return Object.keys(override).length > 0 ? [[platform, override]] : [];
    }),
  );
}
