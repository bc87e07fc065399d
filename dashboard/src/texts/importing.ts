import { counted, number } from './counted.ts';

const rows = (count: number): string => counted(count, 'row', 'rows');
const links = (count: number): string => counted(count, 'link', 'links');

export const importing = {
  title: 'Import links',
  lead: 'Create links from a CSV file, such as an export of this page or a table of another service.',
  choose: 'Choose file',
  chooseOther: 'Choose another file',
  replaceTitle: 'Choose another file?',
  replaceText: (name: string) =>
    `The import of “${name}” is not complete. The rows that are already imported stay. If you import them again, rows that have neither a short code nor an external ID create a second link. To import only the other rows of this file, select “Cancel” and then “Continue”.`,
  drop: 'Drop a CSV file here, or choose one.',
  dropHint: 'The first row names the columns. Only the destination is required.',
  file: 'CSV file',
  unreadable: 'The file cannot be read. If it has changed, choose it again.',
  notUtf8: 'The file is not UTF-8. Save it as “CSV UTF-8” and choose it again.',
  noRows: 'The file has no rows below the column names.',
  notCsv:
    'This is JSON, not CSV. Save the table as CSV, or use “smartlink link import” for NDJSON.',
  fileIssue: (row: number, detail: string) => `Row ${number(row)} ${detail}.`,

  columns: 'Columns',
  columnsLead:
    'Choose what each column of the file sets. Columns without a field are not imported.',
  column: 'Column',
  examples: 'First values',
  field: 'Field',
  fieldOf: (column: string) => `Field of the column ${column}`,
  unnamed: (index: number) => `Column ${index}`,
  ignored: 'Not imported',
  emptyValue: 'empty',
  noDestination: 'Choose the column that has the destination.',
  doubled: 'Another column sets this field, too.',
  fields: {
    external_id: 'External ID',
    uri: 'Destination',
    code: 'Short code',
    name: 'Name',
    note: 'Note',
    tags: 'Tags, separated by commas',
    unique: 'Unique destination (true or false)',
    redeem_limit: 'Redemption limit',
    valid_from: 'Works from',
    valid_until: 'Works until',
    early_url: 'Earlier visitors go to',
    expired_url: 'Later visitors go to',
    social_title: 'Social preview: title',
    social_description: 'Social preview: description',
    social_image: 'Social preview: image URL',
    metadata: 'Metadata (JSON)',
    routes: 'Routes (JSON)',
    rules: 'Conditional routes (JSON)',
  },
  upsert: 'Change existing links',
  upsertHint:
    'If a link has the external ID of a row, the row changes it, and empty cells change nothing. Otherwise such rows fail.',
  upsertNeeds: 'Requires a column with the external ID.',

  check: 'Check rows',
  checkHint: 'Checks every row and changes nothing.',
  start: (count: number) => `Import ${rows(count)}`,
  progressLabel: 'Progress',
  checking: (done: number) => `Checking: ${rows(done)} so far…`,
  running: (done: number) => `Importing: ${rows(done)} so far…`,
  keepOpen: 'Keep this page open until all rows are imported.',
  stop: 'Stop',
  stopping: 'Stopping…',
  stopped: (done: number) => `Stopped after ${rows(done)}. The other rows are not imported yet.`,
  interrupted: (done: number) => `Interrupted after ${rows(done)}.`,
  continue: 'Continue',
  nothingTwice: 'Continue from here: rows that are already imported do not create a second link.',
  checked: 'Result of the check',
  done: 'Result',
  counts: {
    created: (count: number, isDryRun: boolean) =>
      isDryRun ? `${links(count)} would be created` : `${links(count)} created`,
    updated: (count: number, isDryRun: boolean) =>
      isDryRun ? `${links(count)} would be changed` : `${links(count)} changed`,
    existing: (count: number) =>
      `${links(count)} already ${count === 1 ? 'matches' : 'match'} the file`,
    failed: (count: number, isDryRun: boolean) =>
      isDryRun ? `${rows(count)} with errors, which would be skipped` : `${rows(count)} failed`,
  },
  withoutScheme: (count: number) => `${rows(count)} with a web address without https://`,
  withoutSchemeText: (count: number) =>
    count === 1
      ? 'The destination of this row would be a path of your app. If you mean the web address, correct the file and choose it again.'
      : 'The destinations of these rows would be paths of your app. If you mean the web addresses, correct the file and choose it again.',
  meant: (row: number, address: string) => `Row ${number(row)}: did you mean ${address}?`,
  more: (count: number) => `and ${rows(count)} more`,
  errors: 'Rows with errors',
  row: 'Row',
  error: 'Error',
  wholeRow: 'Whole row',
  moreErrors: (count: number) => `and ${rows(count)} more, which are in the file`,
  download: 'Download failed rows',
  downloadHint: 'The rows with their errors, as CSV. Correct them and import this file.',
  failedFile: 'failed-rows.csv',
  errorColumn: 'error',
  toLinks: 'Go to links',

  tooLong: 'is too long',
  sameAs: (row: number) => `is the same as in row ${number(row)}`,
};
