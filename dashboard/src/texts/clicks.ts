import { counted, number } from './counted.ts';

export const clicks = {
  title: 'Clicks',
  lead: 'Who opens your links, and where they come from.',

  // The period
  period: 'Period',
  ranges: {
    today: 'Today',
    '7d': '7 days',
    '30d': '30 days',
    '90d': '90 days',
    '12m': '12 months',
    custom: 'Custom',
  },
  custom: {
    title: 'Custom period',
    from: 'First day',
    to: 'Last day',
    show: 'Show',
    order: 'The last day is before the first day.',
    long: 'Select at most ten years.',
    missing: 'Select both days.',
  },
  zone: 'Time zone',
  noZone: 'No matching time zone',
  unit: 'Points of the chart',
  units: { hour: 'Hours', day: 'Days', week: 'Weeks', month: 'Months' },
  compare: 'Previous period',
  export: {
    title: 'Export',
    text: 'Every single visit of the period that is still stored, without filters',
    formats: { csv: 'CSV, for spreadsheets', ndjson: 'NDJSON, for programs' },
  },

  // The numbers
  measures: { clicks: 'Clicks', visitors: 'Visitors', other: 'Other traffic' },
  measureHints: {
    clicks: 'Visits by people',
    visitors: 'Sum of daily visitors',
    other: 'Bots, previews, tools',
  },
  measureTexts: {
    clicks: 'Every visit of a link by a person.',
    visitors:
      'A person who visits on two days counts twice, because visitors can be recognized only within one day (UTC). On a day, a visitor counts with the first visit: later visits, in other hours or with other values, add only clicks.',
    other:
      'Visits that are not by a person: bots, link previews of chat apps, prefetches of browsers, tools and HEAD requests. They are never part of clicks or visitors.',
  },
  lifetime: 'All time',
  lifetimeHint: (visitors: string) => `Sum of daily visitors: ${visitors}`,
  lifetimeText: 'Since the first click. Filters do not apply, and this number never decreases.',
  change: (percent: string) => `${percent} compared with the previous period`,
  changeText:
    'Only complete periods are compared; the current hour, day, week or month is left out.',
  streaming: 'Live',
  streamingText: 'New clicks appear within seconds.',
  live: (seconds: number) => (seconds < 2 ? 'Updated just now' : `Updated ${seconds} s ago`),
  utcDays: (from: string, to: string) =>
    `Filters and breakdowns are counted by UTC days (${from} to ${to}).`,

  // The chart
  chart: (measure: string) => `${measure} over time`,
  chartKeys: 'Use the arrow keys to move between points.',
  notCompared: (months: number) =>
    `Counts by time are kept for ${counted(months, 'month', 'months')}, so the previous period is not shown.`,
  notCounted: (months: number, date: string) =>
    `Counts by time are kept for ${counted(months, 'month', 'months')}: visits before ${date} (UTC) are not included.`,
  showTable: 'Show as table',
  showChart: 'Show as chart',
  soFar: 'so far',
  time: 'Time',
  point: (
    time: string,
    value: string,
    before: string | undefined,
    events: readonly string[] = [],
  ) =>
    `${time}: ${value}${before === undefined ? '' : `; previous period: ${before}`}${events.map((event) => `; ${event}`).join('')}`,
  amount: {
    clicks: (value: number) => counted(value, 'click', 'clicks'),
    visitors: (value: number) => counted(value, 'visitor', 'visitors'),
    other: (value: number) => counted(value, 'other visit', 'other visits'),
  },

  // What happened
  marks: {
    title: 'Events',
    kinds: {
      created: 'Created',
      enabled: 'Enabled',
      disabled: 'Disabled',
      deleted: 'Deleted',
      restored: 'Restored',
      routes: 'Routes changed',
      redeem_limit: 'Redemption limit changed',
      validity: 'Validity changed',
      redemption_undone: 'Redemption undone',
      templates: 'Templates changed',
      app: 'Settings changed',
    },
    redeemed: (count: number) => counted(count, 'redemption', 'redemptions'),
    by: (what: string, who: string) => `${what} (${who})`,
    more: (count: number) => `${number(count)} more`,
    incomplete: 'The chart shows only the newest events of this period.',
  },

  // The funnel
  funnel: {
    title: 'From visit to redemption',
    steps: {
      visits: 'Visits',
      store: 'App store',
      opened: 'App opened',
      redeemed: 'Redeemed',
    },
    share: (percent: string) => `${percent} of visits`,
    none: 'No app was opened by a link in this period. Apps report it when they pass the links they receive to the open function of the client library.',
    note: 'A phone can open a link directly in the app. That is not a visit, so opened apps can outnumber visits.',
    filtered: 'Not available with these filters. Only platform and campaign filters apply.',
  },

  // Breakdowns
  dimensions: {
    referrer: 'Referrer',
    country: 'Country',
    platform: 'Platform',
    browser: 'Browser',
    in_app: 'In-app browser',
    language: 'Language',
    campaign: 'Campaign',
    source: 'Source',
    medium: 'Medium',
    outcome: 'Result',
    kind: 'Kind of traffic',
  },
  unknown: {
    referrer: 'Direct or unknown',
    country: 'Unknown',
    platform: 'Unknown',
    browser: 'Unknown',
    in_app: 'Not in an app',
    language: 'Unknown',
    campaign: 'No campaign',
    source: 'No source',
    medium: 'No medium',
    outcome: 'Unknown',
    kind: 'Unknown',
  },
  others: 'Values beyond the limit of a day',
  another: { browser: 'Another browser', in_app: 'Another app' },
  platforms: { desktop: 'Computer', iphone: 'iPhone', ipad: 'iPad', android: 'Android' },
  outcomes: {
    redirect: 'Redirected',
    'open-app': '“Open app” page',
    store: 'Redirected to the store',
    'get-app': 'Store page',
    probe: 'Device check',
    preview: 'Link preview',
    scan: 'QR code page',
    'no-route': 'No destination',
    gone: 'Link not available',
  },
  kinds: {
    human: 'People',
    bot: 'Bots',
    preview: 'Link previews',
    prefetch: 'Prefetches',
    head: 'HEAD requests',
    tool: 'Tools',
  },
  utm: 'Campaign parameter',
  utmNames: { campaign: 'Name', source: 'Source', medium: 'Medium' },
  nothing: {
    period: 'None in this period.',
    campaign: (parameter: string) =>
      `None yet. Add ${parameter} to the address of a link when you share it.`,
  },
  filterBy: (dimension: string, value: string) => `Filter by ${dimension}: ${value}`,
  filters: 'Filters',
  filter: (dimension: string, value: string) => `${dimension}: ${value}`,
  removeFilter: (dimension: string, value: string) => `Remove filter: ${dimension}: ${value}`,
  removeFilters: 'Remove all',
  showAll: 'Show more',
  showLess: 'Show less',

  // Links
  topLinks: 'Top links',
  topLinksUnfiltered: 'Filters do not apply to this list.',
  groups: {
    tags: {
      title: 'Top tags',
      none: 'No clicks on links with tags. Add tags to links to compare them here.',
    },
    templates: {
      title: 'Top templates',
      none: 'No clicks on links that a template created.',
    },
  },
  someCounted: (links: string) => `Counted for the ${links} links with the most clicks.`,
  groupText: (opened: number, redeemed: number) =>
    `${counted(opened, 'opened app', 'opened apps')}, ${counted(redeemed, 'redemption', 'redemptions')}`,
  link: 'Link',
  allLinks: 'All links',
  trend: 'Trend',

  // States
  noneTitle: 'No clicks yet',
  noneText:
    'Each visit of a link counts from now on. Bots, link previews and prefetches are counted separately.',
  noneLinkText:
    'Open the link in a browser: the visit appears here within seconds. Bots, link previews and prefetches are counted separately.',
  openLink: 'Open the link',
  toLinks: 'Go to links',
  offTitle: 'Clicks are not recorded',
  offText:
    'The operator of this service has turned off click analytics. To turn it on, remove the setting CLICKS=off and restart the service. Only later visits are counted.',
  lost: 'Some clicks were not recorded since the service started',
  lostText: (reasons: string) =>
    `Links worked normally, but the numbers on this page can be too low (${reasons}).`,
  losses: {
    buffer_full: 'too many at once',
    store_failed: 'the click store failed',
    store_timeout: 'the click store was too slow',
    stopped: 'the service stopped',
  },

  // Privacy
  privacy: {
    title: 'What is stored about a visit',
    stored: (country: boolean) =>
      `Stored: the time, the link, the result, the kind of device, the browser, the in-app browser, the first language, the host of the referring page, UTM parameters${country ? ', the country' : ''}, whether the visit was by a person, and whether it was the first one of its visitor on that day.`,
    notStored:
      'Not stored: IP addresses, user agents, full referrers, cookies or any ID of a visitor.',
    visitors:
      'Unique visitors are recognized with a keyed hash of a shortened address and the user agent. The key changes every day, and the old key and its hashes are deleted.',
    respects:
      'Visits with Do Not Track or Global Privacy Control are counted as clicks, but without a hash.',
    ignores: 'Do Not Track and Global Privacy Control do not change what is stored.',
    raw: {
      month: (days: number) =>
        `Single visits are deleted by months (UTC): ${counted(days, 'day', 'days')} after the end of their month.`,
      day: (days: number) =>
        `Single visits are deleted by days (UTC): ${counted(days, 'day', 'days')} after the end of their day.`,
    },
    noRaw: 'Single visits are not stored, only counts.',
    counts: (months: number) =>
      `Counts by time are deleted after ${counted(months, 'month', 'months')}. The totals of all time are kept.`,
  },
};
