import type { AppPlatforms } from '../../../domain/app/platform.ts';
import type { OwnAddresses } from '../../../domain/link/own-address.ts';
import { linkRoutes } from '../../../domain/link/link-routes.ts';
import { Matcher } from '../../../domain/template/matcher.ts';
import { DEVICES, type Device } from '../../../platform/rules.ts';
import { decide } from '../../../visit/decide.ts';
import { visitFacts } from '../../../visit/facts.ts';

const CODE = 'example';
const PATH = 'products/5';

/**
 * The devices on which a link that is created from a path has no destination if no template matches the path. They
 * are found by a visit, because a device can also use the routes of other platforms.
 */
export function devicesWithoutDestination(
  platforms: AppPlatforms,
  own: OwnAddresses,
): readonly Device[] {
  const rules = { platforms, matcher: new Matcher([]) };
  const { routes } = linkRoutes(PATH, { form: 'path', path: PATH }, {}, rules, own);
  const link = { code: CODE, routes, state: 'active', social: undefined } as const;
  const settings = { own, addCode: false, desktopQr: false, card: { title: '' } };
  const person = { ...visitFacts({}), visitor: 'person', perhaps: undefined } as const;
  return DEVICES.filter(
    (device) => decide(link, { ...person, device }, settings).kind === 'no-route',
  );
}
