import { counted, number } from './counted.ts';

export const metadata = {
  // The empty state.
  emptyTitle: 'No metadata yet',
  emptyText:
    'Apps receive the metadata when they redeem this link. Use it for a coupon or a campaign, for example.',
  emptyViewer: 'This link has no metadata.',
  startEmpty: 'Start with an empty document',
  startExample: 'Start with an example',
  example: `{
  "campaign": "spring-sale",
  "coupon": "SPRING26",
  "discount_percent": 15,
  "products": [
    { "sku": "A-100", "name": "Running shoes" },
    { "sku": "B-205", "name": "Water bottle" }
  ]
}`,

  // The bar above the editor.
  mode: 'Editor mode',
  tree: 'Tree',
  text: 'Text',
  editor: 'Metadata document',
  find: 'Find',
  replaceWith: 'Replace with',
  hasIssue: 'This part has a problem',
  size: (bytes: number, most: number) => `${number(bytes)} of ${number(most)} bytes`,
  keys: (n: number) => counted(n, 'key', 'keys'),
  fullScreen: 'Full screen',
  endFullScreen: 'End full screen',
  addKey: {
    title: 'Add key',
    addElement: 'Add element',
    to: 'Add to',
    key: 'Key',
    type: 'Type',
    value: 'Value',
    kinds: { text: 'String', number: 'Number', list: 'Array', object: 'Object' },
    noKey: 'Enter a key.',
    exists: 'This key already exists.',
    noNumber: 'Enter a number, such as 15 or 1.5.',
  },
  versions: 'Version history',
  more: 'More',
  copyText: 'Copy as text',
  revert: 'Discard changes',
  remove: 'Remove all metadata',
  save: 'Save',
  unsaved: 'Unsaved changes',
  unchanged: 'All changes are saved',
  saving: 'Saving…',
  savedToast: 'Metadata saved. New redemptions receive this version.',
  keyboardHint: 'Press Escape, then Tab to leave the editor. Press Ctrl+S or ⌘S to save.',
  readOnlyDeleted: 'The link is deleted. To edit its metadata, restore the link.',
  readOnly: 'You can view the metadata. To edit it, you need the Editor role.',

  // Problems.
  issues: (n: number) => `Fix ${counted(n, 'problem', 'problems')} to save`,
  issuesMore: (n: number) => `and ${number(n)} more`,
  wholeDocument: 'The document',
  position: (line: number, column: number) => `line ${line}, column ${column}`,
  rejectedByService: 'Rejected by the service',
  minifiedSize: (bytes: number) =>
    `Without line breaks and indentation, the document has ${number(bytes)} bytes.`,
  minify: 'Minify',
  at: 'at',
  syntax: {
    empty: 'is empty; enter {} for an object without keys',
    value: 'is not valid JSON: expected a value, such as "text", 12, [ or {',
    key: 'is not valid JSON: expected a key in double quotes',
    colon: 'is not valid JSON: expected a colon between key and value',
    commaInObject: 'is not valid JSON: expected a comma or }',
    commaInArray: 'is not valid JSON: expected a comma or ]',
    trailingComma: 'is not valid JSON: remove the extra comma',
    textAfterEnd: 'is not valid JSON: remove everything after the end of the object',
    unterminatedString: 'is not valid JSON: the closing quote of this string is missing',
    controlCharacter:
      'is not valid JSON: inside a string, write line breaks as \\n and tabs as \\t',
    escape: 'is not valid JSON: unknown escape sequence; write a backslash as \\\\',
    tooDeep: 'is nested too deep',
  },
  kinds: {
    string: 'a string',
    number: 'a number',
    boolean: 'a boolean',
    null: 'null',
    array: 'an array',
    object: 'an object',
  },
  mustBeObject: (kind: string) => `must be an object, not ${kind}`,
  mustBeValue: (kind: string) => `must be a string, a number or an array, not ${kind}`,
  mustBeElement: (kind: string) => `must be a string, a number, an array or an object, not ${kind}`,
  tooLarge: (bytes: number, most: number) =>
    `is ${number(bytes)} bytes of JSON; at most ${number(most)}`,
  tooManyKeys: (keys: number, most: number) => `has ${number(keys)} keys; at most ${number(most)}`,
  tooDeep: (most: number) => `is nested more than ${most} levels deep`,
  duplicateKey: 'is a duplicate key',
  reservedKey: (key: string) => `is not allowed: ${key} is a reserved key`,
  inKey: (issue: string) => `the key ${issue}`,
  nullCharacter: 'contains the character U+0000, which not every database can store',
  unpairedSurrogate: 'contains an unpaired surrogate (half of a character)',
  numberTooLarge: 'is too large for a number; use a string',
  unsafeInteger: 'is an integer beyond ±9007199254740991, which would lose digits; use a string',
  inexactNumber: (kept: number) =>
    `has more digits than a number can hold and would become ${kept}; use a string`,

  // Drafts.
  draftTitle: 'You have an unsaved draft',
  draftText: (time: string) => `You edited this metadata ${time} and did not save it.`,
  draftOlder: 'Someone else has saved a new version since then.',
  draftsMore: (n: number) =>
    `${n === 1 ? '1 more draft follows' : `${n} more drafts follow`} this one.`,
  restoreDraft: 'Restore draft',
  discardDraft: 'Discard draft',
  showDraft: 'Show differences',
  draftSavedToast: 'Your changes are kept as a draft.',
  draftRestoredToast: 'The draft is in the editor and not saved yet.',

  // Someone else, or the same person in another window, saved a new version.
  conflictTitle: 'Someone else saved a new version',
  savedBy: (who: string, time: string) => `${who} saved a new version ${time}.`,
  conflictText: 'Both versions are kept until you choose how to continue.',
  compare: 'Compare versions',
  newVersionLoaded:
    'Nothing was changed because a new version was saved at the same time. The editor shows the new version.',
  theirChanges: 'Their changes',
  myChanges: 'Your changes',
  differences: 'Differences',
  bothVersions: 'Both versions',
  theirVersion: 'Their version (saved)',
  myVersion: 'Your version (not saved)',
  choice: 'Resolution',
  mergeBoth: 'Merge both',
  mergeClean:
    'The changes do not conflict. Both are merged in the editor for you to review and save.',
  mergeConflicts: (n: number) =>
    `${counted(n, 'conflict', 'conflicts')}. Choose a version for each below; all other changes are kept.`,
  mergeImpossible: 'Your version is not valid JSON, so it cannot be merged.',
  keepMine: 'Keep mine',
  keepMineText: 'Saves your version. Theirs stays in the version history.',
  chooseTheirs: 'Use theirs',
  chooseTheirsText: 'Shows their version in the editor. Yours is kept as a draft.',
  apply: { merge: 'Merge', mine: 'Save mine', theirs: 'Use theirs' },
  mergedToast: 'The editor shows the merged version. Review it, then save.',
  removedByThem: 'They removed all metadata.',

  // Differences.
  onlyLayoutDiffers: 'No differences except the order of keys or white space.',
  noDifferences: 'No differences.',
  notComparable: 'The differences cannot be shown because this text is not valid JSON.',

  // Version history.
  versionsTitle: 'Metadata version history',
  versionsText: 'Each redemption keeps the version that was current at that time.',
  version: (n: number) => `Version ${n}`,
  current: 'Current',
  by: (who: string) => `· ${who}`,
  changesIfRestored: 'Changes if you restore this version',
  document: 'Document',
  noneInVersion: 'The link had no metadata in this version.',
  restore: 'Restore',
  restoredToast: (n: number) => `Version ${n} restored as a new version`,
  backToList: 'All versions',
  restoreAsk: (n: number) => `Restore version ${n}?`,
  restoreText: 'You have unsaved changes. They are kept as a draft that you can restore later.',

  removeAsk: 'Remove all metadata?',
  removeText:
    'Apps that redeem this link no longer receive metadata. Earlier versions stay in the version history.',
  removeUnsaved: 'Your unsaved changes are kept as a draft.',
  removeConfirm: 'Remove',
  removedToast: 'Metadata removed',
  revertAsk: 'Discard changes?',
  revertText: 'The editor shows the saved document again.',
  revertConfirm: 'Discard',
};
