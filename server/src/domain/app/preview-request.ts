import { Type, type Static } from 'typebox';
import { LANGUAGES } from './language.ts';
import type { Refused } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { isRecord } from '../text/json-value.ts';
import { issuesOf } from '../text/schema.ts';
import { runToEnd } from '../text/steps.ts';
import { readAppSetup } from './setup.ts';
import { VisitSettingsSchema } from './visit-settings.ts';
import { component, refTo } from '../text/shapes.ts';

/** The body of `POST /manage/v1/app/preview`. */
export const PreviewRequestSchema = component(
  'PreviewRequest',
  {
    visits: refTo(VisitSettingsSchema),
    page: Type.Enum(['open-app', 'preview', 'gone', 'not-found', 'no-route', 'scan'], {
      description:
        'The page to show: the "Open app" page, the social preview, an error page, or the QR code for computers.',
    }),
    language: Type.Optional(
      Type.Enum([...LANGUAGES], { default: 'en', description: 'The language of the page.' }),
    ),
    device: Type.Optional(
      Type.Enum(['iphone', 'android', 'desktop'], {
        default: 'iphone',
        description: 'Who visits.',
      }),
    ),
  },
  {
    description: 'Unsaved settings, and the page to show with them.',
    examples: [{ visits: { title: 'Shop', color: '#1a2b3c' }, page: 'open-app', language: 'de' }],
  },
);
export type PreviewRequest = Static<typeof PreviewRequestSchema>;

// `readAppSetup` checks the settings.
const structuralIssues = issuesOf(PreviewRequestSchema, [{ $id: 'VisitSettings' }]);

/** Reads which page is to be shown, and with what; all errors at once, or the request. */
export function parsePreviewRequest({
  value,
}: JsonText): { readonly request: PreviewRequest } | Refused {
  const issues = structuralIssues(value);
  if (isRecord(value) && value.visits !== undefined) {
    const parsed = runToEnd(readAppSetup({ visits: value.visits }, 'app', undefined));
    if ('issues' in parsed) issues.push(...parsed.issues);
  }
  return issues.length > 0 ? { issues } : { request: value as PreviewRequest };
}
