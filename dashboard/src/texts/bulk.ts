import { counted, number } from './counted.ts';

const links = (count: number): string => counted(count, 'link', 'links');

/** Texts about changes of many links. */
export const bulk = {
  bar: 'Selected links',
  selected: (count: number) => `${number(count)} selected`,
  matchingSelected: 'All matching links selected',
  allSelected: 'All links selected',
  selectShown: (count: number) => `Select all ${number(count)}`,
  selectMatching: 'Select all matching links',
  selectAll: 'Select all links',
  clear: 'Clear selection',
  actions: 'Actions',
  more: 'More',
  qrCodes: 'Download QR codes',
  action: {
    add_tags: 'Add tags',
    remove_tags: 'Remove tags',
    disable: 'Disable',
    enable: 'Enable',
    templates: 'Apply current templates',
    delete: 'Delete',
    restore: 'Restore',
  },
  title: {
    add_tags: 'Add tags to links',
    remove_tags: 'Remove tags from links',
    disable: 'Disable links?',
    enable: 'Enable links?',
    templates: 'Apply the current templates?',
    delete: 'Delete links?',
    restore: 'Restore links?',
  },
  lead: {
    add_tags: 'Links keep the tags that they have.',
    remove_tags: 'Links keep their other tags.',
    disable:
      'Visitors see a page that says the link is no longer available, and apps cannot redeem it.',
    enable: 'The links work again from the next visit.',
    templates:
      'The links get the routes that the current templates and platforms create. Routes that were set for a link stay.',
    delete:
      'Deleted links stop working at once. You can restore them for some days, 30 by default; then their content is removed permanently. Their short codes are never used again. Their history and redemptions are kept.',
    restore: 'The links are as they were before they were deleted, active or disabled.',
  },
  confirm: {
    add_tags: (count: number) => `Add to ${links(count)}`,
    remove_tags: (count: number) => `Remove from ${links(count)}`,
    disable: (count: number) => `Disable ${links(count)}`,
    enable: (count: number) => `Enable ${links(count)}`,
    templates: (count: number) => `Change ${links(count)}`,
    delete: (count: number) => `Delete ${links(count)}`,
    restore: (count: number) => `Restore ${links(count)}`,
  },
  done: {
    add_tags: (count: number) => `Tags added to ${links(count)}`,
    remove_tags: (count: number) => `Tags removed from ${links(count)}`,
    disable: (count: number) => `${links(count)} disabled`,
    enable: (count: number) => `${links(count)} enabled`,
    templates: (count: number) => `${links(count)} changed`,
    delete: (count: number) => `${links(count)} deleted`,
    restore: (count: number) => `${links(count)} restored`,
  },
  tags: 'Tags',
  tagsMissing: 'Enter a tag.',
  count: 'Count links',
  counting: (count: number) => `Counting: ${links(count)} so far…`,
  counted: (changed: number, matched: number) =>
    `${number(changed)} of ${links(matched)} would change.`,
  selectedCount: (count: number) => `${links(count)} selected.`,
  unchanged: (count: number) =>
    count === 1
      ? '1 link already is as requested.'
      : `${number(count)} links already are as requested.`,
  nothing: 'No link would change.',
  cannot: (count: number) => `${links(count)} cannot be changed:`,
  failed: (count: number) => `${links(count)} could not be changed:`,
  moreFailed: (count: number) => `and ${number(count)} more`,
  samples: 'Examples:',
  progress: (done: number, total: number) => `${number(done)} of ${links(total)} processed`,
  progressLabel: 'Progress',
  keepOpen: 'Keep this page open until all links are processed.',
  stop: 'Stop',
  stopping: 'Stopping…',
  stopped: (changed: number) => `Stopped. ${links(changed)} changed; all others are as before.`,
  interrupted: (changed: number) => `Interrupted. ${links(changed)} changed so far.`,
  continue: 'Continue',
  notUndone: (count: number) => `${links(count)} could not be changed back.`,
  undo: 'Undo',
  undoDisable: 'Undo: disable links',
  undoDelete: 'Undo: delete links',
};
