import { counted, number } from './counted.ts';
import { oneLink } from './one-link.ts';

export const links = {
  ...oneLink,
  title: 'Links',
  newLink: 'New link',
  operator: 'Operator (command line)',
  token: (prefix: string) => `Token ${prefix}…`,
  server: 'Server',
  makers: {
    server_token: (name: string) => `Server token ${name}…`,
    platform_token: (name: string) => `Platform token ${name}…`,
  },
  publicToken: 'Platform token',
  publicTokenText:
    'Created with a platform token. Platform tokens are public, so anyone may have created this link.',

  // The list
  searchLabel: 'Search links',
  searchHint: 'Short code, link or part of the destination',
  filters: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
  clear: 'Clear',
  clearFilters: 'Clear search and filters',
  tag: 'Tag',
  anyTag: 'Any tag',
  noTags: 'No matching tag',
  state: 'State',
  anyState: 'Any state',
  states: { active: 'Active', disabled: 'Disabled', deleted: 'Deleted' },
  template: 'Template',
  anyTemplate: 'Any template',
  sort: 'Sort by',
  newest: 'Newest first',
  oldest: 'Oldest first',
  keys: 'Use the arrow keys to move between links and Enter to open one.',
  columns: {
    link: 'Link',
    tags: 'Tags',
    template: 'Template',
    redemptions: 'Redemptions',
    state: 'State',
    created: 'Created',
  },
  moreTags: (more: number) => `+${more}`,
  redeemed: (times: number) => number(times),
  redeemedOf: (times: number, limit: number) => `${number(times)} of ${number(limit)}`,
  noLinks: 'No links yet',
  noLinksText:
    'A smart link is one address that takes each visitor to the right destination: your app, its store page or your website.',
  noLinksViewer: 'Links appear here after someone creates them.',
  firstLink: 'Create your first link',
  noBasesText: 'Before you create a link, enter the addresses of your website and your apps.',
  toPlatforms: 'Set up platforms',
  noMatch: 'No matching links',
  noMatchText:
    'The search matches any part of the destination or the beginning of the short code. It is case-sensitive.',
  searching: 'Searching…',
  lookedThrough: (looked: number, found: number) =>
    `Searched about ${number(looked)} links, ${number(found)} found…`,
  stop: 'Stop',
  stopped: (looked: number, found: number) =>
    `Stopped after about ${number(looked)} links, ${number(found)} found.`,
  searchOn: 'Continue search',
  all: (shown: number) => counted(shown, 'link', 'links'),
  allFound: (shown: number) => counted(shown, 'matching link', 'matching links'),

  // A new link
  uri: 'Destination',
  uriHint: 'Paste a web address, a path or a deep link.',
  uriExample: 'products/5',
  uriMissing: 'Enter a destination.',
  uriIssue: (detail: string) => `The destination ${detail}.`,
  code: 'Short code',
  codeHint: 'Leave blank to generate one.',
  codeExample: 'Sale26',
  codeWrong: 'Use 4 to 32 letters (A–Z, a–z) and digits.',
  codeTaken:
    'This short code is or was already in use. Enter another one, or leave the field blank to generate one.',
  unique: 'Reuse an existing link to this destination',
  uniqueHint: 'If a link to this destination exists, it is returned and no new link is created.',
  comesOutWrong: (where: string, detail: string) =>
    where === '' ? `The result ${detail}.` : `The result for ${where} ${detail}.`,
  leadsTo: 'Routes',
  leadsToHint: 'Enter a destination to see where the link takes visitors on each platform.',
  noTemplate: 'No template matches, so all platforms use the same path.',
  madeBy: 'Created by',
  byHand: 'Edited',
  asItComesOut: 'Restore generated route',
  changeRoute: 'Edit',
  addPlatform: 'Add platform',
  route: {
    link: 'Link',
    fallback: 'Fallback',
    fallbackHint:
      'Visitors go here if the link cannot be opened. Enter a store page or a web address, or leave blank.',
    else: 'If not installed:',
    nowhere: 'No address: this platform has no base address.',
    skips: 'Visitors go directly to the fallback.',
    skipPage: 'Skip the “Open app” page and go directly to the fallback',
  },
  nowhere: {
    badge: 'No address',
    title: 'This link has no address on any platform',
    ofLink:
      'Its routes are paths, and no platform had a base address when the link was created. Set the base addresses in the platform settings and create the link again, or edit the routes below and enter full addresses.',
    ofNew:
      'The destination is a path, but no platform has a base address to add it to. Set the base addresses in the platform settings, or enter a full address.',
  },
  redeemSection: 'Redemption and metadata',
  limit: 'Redemption limit',
  limitHint: 'How many times the link can be redeemed. Visits do not count.',
  noLimit: 'No limit',
  metadata: 'Metadata',
  metadataHint:
    'A JSON object that your app receives when it redeems the link. You can edit it later.',
  metadataExample: '{ "coupon": "WELCOME" }',
  noJson: (words: string) =>
    words === '' ? 'Metadata must be a JSON object.' : `The metadata is not valid JSON: ${words}`,
  socialSection: 'Social preview',
  make: 'Create link',
  made: 'Link created',
  wasThere: 'A link to this destination already exists',
  wasThereText: 'This is the existing link. Nothing was created or changed.',
  uriTaken: 'A link to this destination already exists with another short code',
  uriTakenText:
    'The short code of a link cannot be changed. Open the existing link, or create a second link to the same destination.',
  openLink: (code: string) => `Open ${code}`,
  withoutCode: 'Clear the short code',
  notUnique: 'Create a second link',
  madeBefore: 'The link was already created',
  madeBeforeText:
    'The response to your first request was lost, and you have edited the form since then. Check the newest links before you create another one.',
  seeNewest: 'Show newest links',
  makeAnother: 'Create another link',

  // Tags and social preview
  tags: 'Tags',
  tagsHint: 'Use tags to find links. Press Enter to add a tag.',
  tagsExample: 'spring, print',
  noTagsYet: 'No tags yet. Use tags to group links.',
  cardTitle: 'Title',
  cardDescription: 'Description',
  cardImage: 'Image URL',
  cardImageHint: 'Recommended: 1200 × 630 pixels, up to 300 KB.',
  cardKind: 'Preview style',
  cardPreview: (title: string, description: string | undefined) =>
    `Social preview: ${title}${description === undefined ? '' : `. ${description}`}`,
  social: 'Social preview',
  socialOfApp: 'This link has no social preview of its own, so it uses the default of the app.',
};
