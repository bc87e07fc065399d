import { Type, type Static } from 'typebox';
import { issueAt, type Issue } from '../text/issue.ts';
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
  const { title, description, image } = social;
  return [
    ...issueAt(`${at}/title`, displayTextIssue(title)),
    ...issueAt(`${at}/description`, displayTextIssue(description)),
    ...issueAt(`${at}/image`, typeof image === 'string' ? webAddressIssue(image) : undefined),
  ];
}
