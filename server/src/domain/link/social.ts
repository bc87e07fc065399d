import { Type, type Static } from 'typebox';
import type { Fault } from '../text/fault.ts';
import { webAddressFault } from './route.ts';
import { shownTextFault } from '../text/text.ts';
import { MAX_URI_LENGTH } from '../text/uri.ts';

/** What a link preview shows. */
export const SocialSchema = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    image: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_URI_LENGTH,
        description:
          'An http(s) address; 1200 × 630 pixels and at most 300 KB work in all networks.',
      }),
    ),
  },
  {
    $id: 'Social',
    additionalProperties: false,
    description: 'The social preview: what chats and social networks show for a link.',
  },
);
export type Social = Static<typeof SocialSchema>;

/** Errors that the schema cannot detect. */
export function socialFaults(social: Readonly<Record<string, unknown>>, at: string): Fault[] {
  const faults: Fault[] = [];
  for (const field of ['title', 'description'] as const) {
    const text = social[field];
    const detail = typeof text === 'string' ? shownTextFault(text) : undefined;
    if (detail !== undefined) faults.push({ pointer: `${at}/${field}`, detail });
  }
  const detail = typeof social.image === 'string' ? webAddressFault(social.image) : undefined;
  if (detail !== undefined) faults.push({ pointer: `${at}/image`, detail });
  return faults;
}
