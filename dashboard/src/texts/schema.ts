import { counted } from './counted.ts';

export const schema = {
  page: {
    title: 'Metadata',
    lead: 'Metadata is JSON that apps receive with a link, such as a coupon. A schema says which keys and values are allowed.',
  },
  ofApp: {
    label: 'JSON schema of the app',
    help: 'Checked when a link is created or its metadata is changed. Existing metadata stays. Leave it empty to accept all metadata.',
  },
  ofTemplate: {
    title: 'Metadata',
    label: 'JSON schema of the template',
    help: 'Replaces the schema of the app for links of this template. Leave it empty to use that of the app; {} accepts all metadata.',
  },
  insertExample: 'Insert an example',
  keywords: (names: readonly string[]) =>
    `Supported keywords of JSON Schema: ${names.join(', ')}. Regular expressions are not supported.`,
  issues: (count: number) => counted(count, 'problem in the schema', 'problems in the schema'),
  whole: 'The schema',
};
