import { counted, number } from './counted.ts';

const names = (all: readonly string[]): string => all.map((name) => `“${name}”`).join(' and ');

export const templates = {
  title: 'Templates',
  lead: 'The routes that new links get on each platform, by the path of their destination.',
  new: 'New template',
  back: 'Go to templates',
  duplicate: 'Duplicate',
  actions: 'Template actions',
  name: 'Name',
  nameHelp: 'Lowercase letters, digits and hyphens.',
  pattern: 'Pattern',
  patternHelp: ':name matches one segment of the path. *name at the end matches the rest.',
  parameters: 'Parameters',
  noParameters: 'No parameters yet. Use :id for a segment that differs between links.',
  oneSegment: 'one segment',
  restOfPath: 'the rest',
  validFor: 'New links are valid for',
  validForHelp:
    'Leave blank for links without an end. Links with an end of their own keep it. Existing links do not change.',
  skipAll: 'Skip the “Open app” page',
  skipHelp:
    'Visitors go directly to the fallback, usually the store. You can override this for each platform below.',
  savedText: (name: string) => `New links use “${name}”.`,
  shadowedTitle: 'Saved, but this template never matches',
  shadowed: (by: readonly string[]) =>
    `This template never matches because ${names(by)} ${by.length === 1 ? 'comes' : 'come'} first. Change the pattern or delete the template.`,
  missing: {
    title: 'This template no longer exists',
    deletedOrRenamed: 'It was deleted or renamed.',
    text: 'Someone else deleted it. Save to create it again with the values shown here.',
  },
  empty: {
    title: 'No templates yet',
    text: 'Without templates, all platforms use the same path. Create a template if a platform needs a different address. A template matches a pattern of paths, captures parameters and inserts them into the address of each platform.',
    example: 'Example',
    apps: 'Apps',
    samePath: 'Same path. Without the app, visitors go to the web address.',
    startFromExample: 'Use this example',
    startFromScratch: 'Start from scratch',
  },
  list: {
    search: 'Search templates',
    noneFound: 'No template has this text in its name or pattern.',
    matches: 'matches',
    samePath: 'Same path on all platforms',
    validFor: (duration: string) => `Valid for ${duration}`,
  },
  tester: {
    title: 'Test a destination',
    text: 'See which template matches and where the link takes visitors on each platform. No link is created.',
    unsaved: 'The result includes unsaved changes on this page. No link is created.',
    uri: 'Destination',
    noMatch: 'No template matches, so all platforms use the same path.',
    matchesEdited: 'This template matches.',
    resultsBelow: 'See the result for each platform below.',
    matches: 'Matches',
    matchesOther: 'Another template matches first:',
    noLink: 'A link to this destination cannot be created',
    invalid: 'Fix the marked fields to see the result.',
  },
  outcome: {
    platformDisabled: 'This platform is disabled, so there is no route.',
  },
  routes: {
    title: 'Routes by platform',
    text: 'Use :name to insert a parameter into an address. Leave a link blank to use the same path.',
  },
  card: {
    samePath: 'Same path',
    link: 'Link',
    linkPlaceholder: 'Same path',
    fallback: 'Fallback',
    withoutApp: 'If not installed',
    fallbacks: {
      platformDefault: (address: string) => `Platform default: ${address}`,
      platformDefaultNone: 'Platform default: none',
      web: 'Web address of the link',
      none: 'None',
      custom: 'Other address…',
    },
    skip: 'Skip the “Open app” page',
    platformDisabled: 'This platform is disabled. Links get no route for it.',
    valuesKept: 'The values of the template are kept.',
    toPlatforms: 'Platforms',
    result: (uri: string) => `Result for ${uri}`,
    noResult: (uri: string) => `${uri} does not use this template.`,
  },
  dryRun: {
    title: 'Effect on existing links',
    text: 'Existing links keep their routes. The list shows the links that would get different routes if you created them now.',
    unchanged: 'No changes yet.',
    count: (different: number, compared: number) =>
      compared === 0
        ? 'There are no links to compare yet.'
        : `${different === 0 ? 'None' : number(different)} of the last ${counted(compared, 'link', 'links')} would get different routes if created now.`,
    more: 'Compare older links',
    templates: (before: string | null, after: string | null) =>
      `${before ?? 'no template'} → ${after ?? 'no template'}`,
    template: (name: string | null) => (name === null ? 'No template' : `Template ${name}`),
    links: (count: number) => counted(count, 'link', 'links'),
    moreOfGroup: (count: number) => `Show ${number(count)} more`,
  },
  deletion: {
    open: 'Delete…',
    title: (name: string) => `Delete the template “${name}”?`,
    text: 'Existing links keep their routes. New links use the next matching template, or the same path on all platforms if none matches.',
    changed: 'Someone else changed this template. Review it, or delete it anyway.',
    done: (name: string) => `Template “${name}” deleted`,
  },
};
