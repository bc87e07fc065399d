import { Type, type Static } from 'typebox';
import type { Issue } from '../text/issue.ts';
import { webAddressIssue } from './route.ts';
import { displayTextIssue } from '../text/text.ts';
import { component, uriText } from '../text/shapes.ts';

export const MAX_TITLE_LENGTH = 120;
export const MAX_DESCRIPTION_LENGTH = 300;

/** The content of a link preview. */
export const SocialSchema = component(
  'Social',
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_TITLE_LENGTH })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_DESCRIPTION_LENGTH })),
    image: Type.Optional(
      uriText('An http(s) address; 1200 × 630 pixels and at most 300 KB work in all networks.'),
    ),
  },
  { description: 'The social preview: what chats and social networks show for a link.' },
);
export type Social = Static<typeof SocialSchema>;

/** Errors that the schema cannot detect. */
export function socialIssues(social: Readonly<Record<string, unknown>>, at: string): Issue[] {
  const issues: Issue[] = [];
  for (const field of ['title', 'description'] as const) {
    const text = social[field];
    const detail = typeof text === 'string' ? displayTextIssue(text) : undefined;
    if (detail !== undefined) issues.push({ pointer: `${at}/${field}`, detail });
  }
  const detail = typeof social.image === 'string' ? webAddressIssue(social.image) : undefined;
  if (detail !== undefined) issues.push({ pointer: `${at}/image`, detail });
  return issues;
}
