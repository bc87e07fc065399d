import { invited } from './people.ts';
import type { Scene } from './scene.ts';

export const SHOP_HOST = 'go.shop.example';
export const SHOP_WEB = 'shop.example';
/** The URI of a unique link of the shop. */
export const VICTIM_URI = 'victim/uri';
export const EVIL = 'https://evil.example/';

/** Bodies with which the owner of another app or the holder of a platform token would harm the shop. */
export const HOSTILE_BODIES: Readonly<Record<string, (scene: Scene) => Promise<object>>> = {
  'PATCH /manage/v1/app': async () => ({
    hosts: [SHOP_HOST, SHOP_WEB, `www.${SHOP_WEB}`],
    platforms: { web: { base: `https://${SHOP_WEB}` } },
    platform_tokens: { create: 'any' },
  }),
  'POST /manage/v1/apps': async () => ({ name: 'shop' }),
  'POST /manage/v1/invitations': async ({ credentials: { email } }) => ({ email, role: 'owner' }),
  'POST /manage/v1/smartlinks': async () => ({
    uri: VICTIM_URI,
    unique: true,
    routes: { web: { link: EVIL } },
  }),
  'POST /manage/v1/smartlinks/bulk': async () => ({
    links: [{ uri: VICTIM_URI, unique: true, routes: { web: { link: EVIL } } }],
    on_conflict: 'update',
  }),
  'PUT /manage/v1/external-ids/{external_id}': async () => ({
    uri: VICTIM_URI,
    unique: true,
    routes: { web: { link: EVIL } },
  }),
  'POST /manage/v1/smartlinks/changes': async () => ({
    filter: {},
    change: { state: 'disabled' },
  }),
  'POST /manage/v1/sign-in': async ({ credentials: { email } }) => ({
    email,
    password: 'not the password of this account',
  }),
  // The rival invites the shop's owner to the rival's app and accepts the invitation with another password.
  'POST /manage/v1/invitations/accept': async ({ service, credentials: { email } }) => ({
    invitation: await invited(service, email, 'owner', 'books'),
    password: 'chosen by the attacker 42',
  }),
  'POST /manage/v1/templates/try': async () => ({
    uri: VICTIM_URI,
    templates: [{ name: 'all', pattern: '*rest', routes: { web: { link: `${EVIL}*rest` } } }],
  }),
  'POST /v2/smartlinks': async () => ({
    uri: VICTIM_URI,
    unique: true,
    routes: { web: { link: EVIL } },
  }),
};
