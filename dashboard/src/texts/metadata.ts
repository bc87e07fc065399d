const count = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

export const metadata = {
  title: 'Metadata',

  // The empty state.
  emptyTitle: 'No metadata yet',
  emptyText:
    'Metadata is what an app gets when it redeems this link, such as a coupon or the campaign that it belongs to.',
  emptyViewer: 'Nobody has added metadata to this link.',
  startEmpty: 'Start empty',
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
  mode: 'How to edit',
  tree: 'Tree',
  text: 'Text',
  editor: 'Metadata document',
  find: 'Find',
  replaceWith: 'Replace with',
  faultHere: 'Something is to be mended here',
  size: (bytes: number, most: number) =>
    `${bytes.toLocaleString('en')} of ${most.toLocaleString('en')} bytes`,
  keys: (n: number) => count(n, 'key', 'keys'),
  versions: 'Past versions',
  more: 'More',
  copyText: 'Copy the text',
  revert: 'Discard my changes',
  remove: 'Remove all metadata',
  save: 'Save',
  unsaved: 'Unsaved changes',
  unchanged: 'All changes are saved',
  saving: 'Saving …',
  savedToast: 'The metadata is saved. Redemptions from now on get it.',
  keyHint: 'Escape, then Tab leaves the text. Ctrl or ⌘ with S saves.',
  readOnly: 'You can look at the metadata. Changing it takes the role Editor.',

  // Faults.
  faults: (n: number) =>
    count(n, 'thing to mend before it can be saved', 'things to mend before it can be saved'),
  faultsMore: (n: number) => `and ${n.toLocaleString('en')} more`,
  noFaults: 'Nothing to mend',
  wholeDocument: 'The document',
  place: (line: number, column: number) => `line ${line}, column ${column}`,
  serviceSays: 'The service says',
  compactInstead: (bytes: number) =>
    `Without line breaks and indentation it would be ${bytes.toLocaleString('en')} bytes.`,
  compact: 'Take them out',
  at: 'at',
  syntax: {
    empty: 'is empty: write {} for a document without keys',
    value: 'is not JSON: a value is expected here, such as "text", 12, [ or {',
    key: 'is not JSON: a key in double quotes is expected here',
    colon: 'is not JSON: a colon is expected here, between key and value',
    commaInObject: 'is not JSON: a comma or } is expected here',
    commaInArray: 'is not JSON: a comma or ] is expected here',
    trailingComma: 'is not JSON: there is a comma too many, nothing follows it',
    afterEnd: 'is not JSON: nothing may follow after its end',
    openText: 'is not JSON: the text that begins here has no closing quote',
    controlCharacter: 'is not JSON: a line break or tab inside a text is written \\n or \\t',
    escape: 'is not JSON: this is no escape; a backslash itself is written \\\\',
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
    `is ${bytes.toLocaleString('en')} bytes of JSON; at most ${most.toLocaleString('en')}`,
  tooManyKeys: (keys: number, most: number) =>
    `has ${keys.toLocaleString('en')} keys; at most ${most.toLocaleString('en')}`,
  tooDeep: (most: number) => `is nested more than ${most} levels deep`,
  givenTwice: 'is given more than once',
  refusedKey: (key: string) => `is refused: no key may be called ${key}`,
  ofTheKey: (fault: string) => `the key ${fault}`,
  nul: 'contains the character U+0000, which not every store can keep',
  halfCharacter: 'contains an unpaired surrogate (half of a character)',
  overflow: 'is too large for a number; write it as a string',
  unsafeInteger:
    'is a whole number beyond ±9007199254740991, which loses digits; write it as a string',
  lostDigits: (kept: number) =>
    `has more digits than a number keeps: it would become ${kept}; write it as a string`,

  // Drafts.
  draftTitle: 'You have a draft',
  draftText: (time: string) => `You changed this metadata ${time} and did not save it.`,
  draftOlder: 'Somebody has saved another version since.',
  draftsMore: (n: number) =>
    `There ${n === 1 ? 'is one more draft' : `are ${n} more drafts`} after it.`,
  takeUp: 'Take it up',
  discardDraft: 'Discard',
  showDraft: 'Show the difference',
  draftAsideToast: 'Your changes are kept as a draft.',
  draftTakenToast: 'The draft is in the editor. It is not saved yet.',

  // Somebody else saved meanwhile, or the person in another window.
  meanwhileTitle: 'Another version was saved meanwhile',
  meanwhileBy: (who: string, time: string) => `${who} saved another version ${time}.`,
  meanwhileText: 'Nothing is lost: choose what to do with both versions.',
  meanwhileShow: 'Look at both',
  meanwhileNothingDone:
    'Another version was saved in that moment, so nothing was done. This is that version.',
  theirChanges: 'What they changed',
  myChanges: 'What you changed',
  differences: 'Differences',
  bothTexts: 'Both versions',
  theirVersion: 'Their version, saved',
  myVersion: 'Your version, not saved',
  choice: 'What to do',
  mergeBoth: 'Put both together',
  mergeClean: 'You changed different places. Both changes are kept, for you to look at and save.',
  mergeConflicts: (n: number) =>
    `${count(n, 'place was', 'places were')} changed by both. Choose below; all other changes are kept.`,
  mergeImpossible:
    'Your version is not JSON at the moment, so it cannot be put together with theirs.',
  keepMine: 'Keep mine',
  keepMineText: 'Saves your version over theirs. Theirs stays among the past versions.',
  takeTheirs: 'Take theirs',
  takeTheirsText: 'Shows their version. Yours stays here as a draft.',
  conflictsTitle: 'Changed by both',
  mine: 'Mine',
  theirs: 'Theirs',
  before: 'Before',
  notThere: 'Not there',
  undecided: (n: number) => `${count(n, 'place', 'places')} still to decide`,
  apply: { merge: 'Put together', mine: 'Save mine', theirs: 'Take theirs' },
  mergedToast: 'Both changes are in the editor. Look at them, then save.',
  removedMeanwhile: 'They removed all metadata.',

  // Differences.
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  noDifference: 'No difference but in the order of keys or in white space.',
  same: 'No difference.',
  notComparable: 'This text is not JSON, so its differences cannot be told.',

  // Past versions.
  versionsTitle: 'Past versions of the metadata',
  versionsText: 'What was redeemed before still answers with the version of its time.',
  version: (n: number) => `Version ${n}`,
  current: 'Current',
  by: (who: string) => `· ${who}`,
  somebody: 'somebody',
  ifBroughtBack: 'What bringing it back would change',
  itsText: 'The document',
  noneThen: 'The link had no metadata then.',
  bringBack: 'Bring back',
  broughtBackToast: (n: number) => `Version ${n} is back, as a new version.`,
  backToList: 'All versions',
  bringBackAsk: (n: number) => `Bring back version ${n}?`,
  bringBackText: 'You have unsaved changes. They are kept as a draft that you can take up again.',

  removeAsk: 'Remove all metadata?',
  removeText:
    'Apps that redeem this link from now on get none. The versions so far stay among the past versions.',
  removeUnsaved: 'Your unsaved changes are kept as a draft.',
  removeConfirm: 'Remove',
  removedToast: 'The metadata is removed.',
  revertAsk: 'Discard your changes?',
  revertText: 'The document becomes again what is saved.',
  revertConfirm: 'Discard',
};
