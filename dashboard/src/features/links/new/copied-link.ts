import { PLATFORMS, type Link, type Platform, type Routes } from '../../../api/types.ts';
import { socialTexts } from '../../../components/social.ts';
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
    social: socialTexts(social),
    overrides: overridesOf(link.routes, generated),
    removed: PLATFORMS.filter((platform) => generated[platform] && !link.routes[platform]),
    rules: link.own_rules ? link.rules : null,
  };
}

function overridesOf(routes: Routes, generated: Routes): Overrides {
  return Object.fromEntries(
    PLATFORMS.flatMap((platform) => {
      const [own, usual] = [routes[platform], generated[platform]];
      if (!own) return [];
      const hasOwnLink = own.link !== usual?.link && canBeSent(platform, own.link);
      // With a link of its own, a new route gets nothing else of the template.
      const skips = !hasOwnLink && usual?.skip_page === true;
      const skipPage = own.skip_page === true;
      const override: Override = {
        ...(hasOwnLink ? { link: own.link } : {}),
        ...(own.fallback === usual?.fallback ? {} : { fallback: own.fallback }),
        ...(skipPage === skips ? {} : { skipPage }),
      };
      return Object.keys(override).length > 0 ? [[platform, override]] : [];
    }),
  );
}

/** A platform without a base has the path of the destination as its link, which a request cannot have. */
function canBeSent(platform: Platform, link: string): boolean {
  return (platform === 'web' ? /^https?:/i : /^[a-z][a-z\d+.-]*:/i).test(link);
}
