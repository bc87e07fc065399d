import { Type, type Static } from 'typebox';
import { LANGUAGES } from './language.ts';
import type { Issue } from '../text/issue.ts';
import type { JsonText } from '../text/json.ts';
import { isRecord } from '../link/link.ts';
import { issuesOf } from '../text/schema.ts';
import { parseAppSetup } from './setup.ts';
import type { VisitSettings } from './visit-settings.ts';

const members = {
  page: Type.Enum(['open-app', 'preview', 'gone', 'not-found', 'no-route'], {
    description: 'The page to show: the "Open app" page, the social preview, or an error page.',
  }),
  language: Type.Optional(
    Type.Enum([...LANGUAGES], { default: 'en', description: 'The language of the page.' }),
  ),
  device: Type.Optional(
    Type.Enum(['iphone', 'android', 'desktop'], { default: 'iphone', description: 'Who visits.' }),
  ),
};

/** The body of `POST /manage/v1/app/preview`. */
export const PreviewRequestSchema = Type.Object(
  { visits: Type.Unsafe<VisitSettings>({ $ref: 'VisitSettings#' }), ...members },
  {
    $id: 'PreviewRequest',
    additionalProperties: false,
    description: 'Unsaved settings, and the page to show with them.',
    examples: [{ visits: { title: 'Shop', color: '#1a2b3c' }, page: 'open-app', language: 'de' }],
  },
);
export type PreviewRequest = Static<typeof PreviewRequestSchema>;

// `parseAppSetup` reports the errors in the settings.
const structuralIssues = issuesOf(
  Type.Object({ visits: Type.Unsafe<object>({}), ...members }, { additionalProperties: false }),
  [],
);

/** Reads which page to preview and with which settings, or returns all errors. */
export function parsePreviewRequest({
  value,
}: JsonText): { readonly request: PreviewRequest } | { readonly issues: readonly Issue[] } {
  const issues = structuralIssues(value);
  if (isRecord(value) && value.visits !== undefined) {
    const parsed = parseAppSetup({ visits: value.visits }, 'app', undefined);
    if ('issues' in parsed) issues.push(...parsed.issues);
  }
  return issues.length > 0 ? { issues } : { request: value as PreviewRequest };
}
