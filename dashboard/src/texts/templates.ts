const names = (all: readonly string[]): string => all.map((name) => `“${name}”`).join(' and ');

export const templates = {
  title: 'Templates',
  new: 'New template',
  back: 'Go to the templates',
  duplicate: 'Duplicate',
  actions: 'More to do with this template',
  name: 'Name',
  nameHelp: 'Small letters, digits and hyphens.',
  pattern: 'Pattern',
  patternHelp: ':name takes one part of the path, *name at the end takes the rest.',
  captured: 'Captured names',
  capturesNothing: 'It captures nothing yet. Write :id for a part that differs from link to link.',
  takesOne: 'one part',
  takesRest: 'the rest',
  skipAll: 'Skip the page that offers the app',
  skipHelp:
    'Visitors go straight to the fallback, usually the store. A platform below may say otherwise.',
  savedText: (name: string) => `Links that are made from now on use “${name}”.`,
  shadowedTitle: 'Saved, but it never matches',
  shadowed: (by: readonly string[]) =>
    `Never matches, because ${names(by)} ${by.length === 1 ? 'comes' : 'come'} first. Change the pattern or remove it.`,
  gone: {
    title: 'This template is not there any more',
    notThere: 'It was removed or is called something else now.',
    text: 'Somebody removed it meanwhile. Save to make it again as it stands here.',
  },
  empty: {
    title: 'No template is needed to begin with',
    text: 'Without templates every platform takes the same path. Make one where a platform needs another address: it matches a kind of path, captures the parts that differ and puts them into an address for each platform.',
    example: 'For example',
    apps: 'Apps',
    samePath: 'The same path. Who does not have the app goes to the web address.',
    take: 'Begin with this example',
    scratch: 'Begin from nothing',
  },
  list: {
    search: 'Search templates',
    noneFound: 'No template has these words in its name or pattern.',
    matches: 'matches',
    samePath: 'Same path everywhere',
  },
  tester: {
    title: 'Try a URI',
    text: 'See which template matches and where each platform would lead. No link is made.',
    unsaved: 'What comes out with the template as it stands here, saved or not. No link is made.',
    uri: 'URI',
    nothing: 'No template matches: every platform takes the same path.',
    own: 'This template matches.',
    below: 'What comes out stands with each platform below.',
    matches: 'Matches',
    other: 'Another template comes first:',
    noLink: 'No link could be made from this',
    faulty: 'Mend what is marked, then the result shows here.',
  },
  outcome: {
    off: 'Switched off for this app: no route.',
    nowhere: 'Leads nowhere without a base: visitors go on to the next route.',
    fallback: 'else',
    skip: 'Straight to the fallback',
  },
  routes: {
    title: 'Where each platform leads',
    text: 'Captured names stand in an address as :name. A link that is left empty takes the same path.',
  },
  card: {
    samePath: 'Same path',
    link: 'Link',
    linkPlaceholder: 'The same path',
    fallback: 'Fallback',
    withoutApp: 'Without the app',
    fallbacks: {
      usual: (address: string) => `As the platform: ${address}`,
      usualNone: 'As the platform: nowhere',
      web: 'The web address of the same link',
      none: 'Nowhere',
      own: 'Another address …',
    },
    skip: 'Skip the page',
    off: 'Switched off for this app: links get no route here.',
    offKept: 'What the template says is kept.',
    toPlatforms: 'Platforms',
    result: (uri: string) => `${uri} comes out as`,
    noResult: (uri: string) => `${uri} does not come to this template.`,
  },
  dryRun: {
    title: 'What would change',
    text: 'Links that exist keep their routes. This shows which of them the template would make differently now.',
    unchanged: 'Nothing is changed yet.',
    count: (different: number, lookedAt: number) =>
      lookedAt === 0
        ? 'There is no link yet that could come out differently.'
        : `${different === 0 ? 'None' : different.toLocaleString()} of the last ${lookedAt.toLocaleString()} ${lookedAt === 1 ? 'link' : 'links'} would come out differently if made now.`,
    more: 'Look at older links',
    becomes: 'becomes',
    templates: (before: string | null, after: string | null) =>
      `${before ?? 'no template'} → ${after ?? 'no template'}`,
  },
  deletion: {
    open: 'Delete …',
    title: (name: string) => `Delete the template “${name}”?`,
    text: 'Links that exist keep their routes. New links of its pattern go to the next template that matches, or take the same path everywhere.',
    changed:
      'Somebody changed this template meanwhile. Look at it again, or delete it all the same.',
    done: (name: string) => `The template “${name}” is deleted.`,
  },
};
