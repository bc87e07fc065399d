import { counted, number } from './counted.ts';
import { oneLink } from './one-link.ts';

export const links = {
  ...oneLink,
  title: 'Links',
  newLink: 'New link',
  operator: 'The operator, by a command',
  token: (prefix: string) => `The token ${prefix}…`,
  server: 'Server',

  // The list
  searchLabel: 'Search links',
  searchHint: 'Code, address or part of the URI',
  filters: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
  clear: 'Clear',
  clearFilters: 'Clear search and filters',
  tag: 'Tag',
  anyTag: 'Any tag',
  noTags: 'No tag has these letters',
  state: 'State',
  anyState: 'Any state',
  states: { active: 'Active', disabled: 'Disabled', deleted: 'Deleted' },
  template: 'Template',
  anyTemplate: 'Any template',
  sort: 'Order',
  newest: 'Newest first',
  oldest: 'Oldest first',
  keys: 'Arrow keys move between the links, Enter opens one.',
  columns: {
    link: 'Link',
    tags: 'Tags',
    template: 'Template',
    redemptions: 'Redeemed',
    state: 'State',
    created: 'Created',
  },
  moreTags: (more: number) => `+${more}`,
  redeemed: (times: number) => `${number(times)}×`,
  redeemedOf: (times: number, limit: number) => `${number(times)} of ${number(limit)}`,
  noLinks: 'No links yet',
  noLinksText:
    'A smart link has one address and leads each visitor to the right place: your app, its store page or your website.',
  noLinksViewer: 'Once somebody makes a link, you find it here.',
  firstLink: 'Make your first link',
  noBasesText: 'Say first where your website and your apps are.',
  toPlatforms: 'Set up the platforms',
  noMatch: 'No link matches',
  noMatchText:
    'The search looks for a part of the URI or the beginning of the code. Capital and small letters differ.',
  searching: 'The search goes on.',
  lookedThrough: (looked: number, found: number) =>
    `Looked through about ${number(looked)} links, ${number(found)} found …`,
  stop: 'Stop',
  stopped: (looked: number, found: number) =>
    `Stopped after about ${number(looked)} links, ${number(found)} found.`,
  searchOn: 'Search on',
  all: (shown: number) => `That is all: ${counted(shown, 'link', 'links')}.`,
  allFound: (shown: number) => `That is all: ${counted(shown, 'link matches', 'links match')}.`,

  // A new link
  uri: 'URI',
  uriHint: 'What the link is for: a path, a web address or a deep link of your app.',
  uriExample: 'products/5',
  uriMissing: 'Say what the link is for.',
  uriFault: (detail: string) => `The URI ${detail}.`,
  code: 'Code',
  codeHint: 'The end of the address. Leave it empty to get one.',
  codeExample: 'Sale26',
  codeWrong: 'A code has 4 to 32 letters and digits, A to Z and 0 to 9, and nothing else.',
  codeTaken:
    'This code is taken, or was once. Choose another one, or leave it empty and one is drawn.',
  unique: 'Only one link for this URI',
  uniqueHint: 'If there is one already, you get that one.',
  comesOutWrong: (where: string, detail: string) =>
    where === '' ? `It ${detail}.` : `What comes out for ${where} ${detail}.`,
  leadsTo: 'Where it leads',
  leadsToHint: 'Type a URI, and see where each visitor will go.',
  noTemplate: 'No template fits, so every platform takes the same path.',
  madeBy: 'Made by',
  byHand: 'Changed by you',
  asItComesOut: 'As it comes out',
  changeRoute: 'Change',
  addPlatform: 'Add a platform',
  route: {
    link: 'Link',
    fallback: 'Fallback',
    fallbackHint: 'Where to go when the link does not open: a store or a web address, or nothing.',
    else: 'else',
    nowhere: 'Leads nowhere: the platform has no base address.',
    skips: 'Visitors go straight to the fallback.',
    skipPage: 'Go straight to the fallback, without a page that offers the app',
  },
  nowhere: {
    badge: 'Leads nowhere',
    title: 'This link leads nowhere on every platform',
    ofLink:
      'Its routes are paths, and no platform had a base when it was created. Set a base for your platforms, then create the link again, or enter whole addresses in the routes below.',
    ofNew:
      'No platform has a base, so a path is not an address. Set a base for your platforms first, or enter a whole address.',
  },
  redeemSection: 'Redeeming and metadata',
  limit: 'Redeem limit',
  limitHint: 'How often its metadata can be redeemed. Visits do not count.',
  noLimit: 'No limit',
  metadata: 'Metadata',
  metadataHint:
    'A JSON object that your app gets when it redeems the link. It can be edited in a tree later.',
  metadataExample: '{ "coupon": "WELCOME" }',
  noJson: (words: string) =>
    words === ''
      ? 'Metadata is a JSON object: it begins with { and ends with }.'
      : `This is not JSON yet: ${words}`,
  socialSection: 'Card in chats and networks',
  make: 'Make the link',
  made: 'The link is ready',
  wasThere: 'There is a link for this URI already',
  wasThereText: 'Here it is. Nothing was made, and nothing was changed.',
  uriTaken: 'There is a link for this URI already, with another code',
  uriTakenText: 'A code cannot be changed. Open that link, or make a second one for the same URI.',
  openLink: (code: string) => `Open ${code}`,
  withoutCode: 'Leave the code empty',
  notUnique: 'Allow a second link',
  madeBefore: 'The link was made already',
  madeBeforeText:
    'The answer to your first try was lost, and you changed the form since. Look for the link among the newest before you make another one.',
  seeNewest: 'See the newest links',
  makeAnother: 'Make another link',

  // Tags and the card
  tags: 'Tags',
  tagsHint: 'Words to find the link by. Enter adds one.',
  tagsExample: 'spring, print',
  noTagsYet: 'No tags yet. With tags, links are found together.',
  cardTitle: 'Title',
  cardDescription: 'Description',
  cardImage: 'Image address',
  cardImageHint: '1200 × 630 pixels and at most 300 KB suit all networks.',
  cardKind: 'Preview as in',
  cardPreview: (title: string, description: string | undefined) =>
    `Preview of the card: ${title}${description === undefined ? '' : `. ${description}`}`,
  social: 'Card in chats and networks',
  socialOfApp: 'This link has no card of its own, so it shows what the app says.',
};
