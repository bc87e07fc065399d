import { Type, type Static } from 'typebox';
import { issueAt, type Issue } from '../text/issue.ts';
import { isRecord } from '../text/json-value.ts';
import { webAddressIssue } from '../link/route.ts';
import { socialIssues, SocialSchema } from '../link/social.ts';
import { displayTextIssue } from '../text/text.ts';
import { component, patternText, refTo, uriText } from '../text/shapes.ts';

/** Every page contains the icon, and a page must fit into the first packets of a connection. */
const MAX_ICON_LENGTH = 6144;

/** How the service responds to visits of an app's links. */
export const VisitSettingsSchema = component(
  'VisitSettings',
  {
    title: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        description: 'The name of the app that visitors see.',
      }),
    ),
    icon: Type.Optional(
      patternText(
        '^data:image/(png|jpeg|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2}$',
        'must be a PNG, JPEG, WebP or SVG image as a "data:" URL in base64',
        {
          maxLength: MAX_ICON_LENGTH,
          description: 'An image as a `data:` URL, 96 × 96 pixels.',
        },
      ),
    ),
    color: Type.Optional(
      patternText(
        '^#[0-9a-f]{6}$',
        'must be "#" and six lowercase hexadecimal digits, such as "#1a2b3c"',
        {
          description: 'The color of buttons, such as `#1a2b3c`.',
        },
      ),
    ),
    home: Type.Optional(uriText('The http(s) address that pages for unavailable links point to.')),
    forward_query: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Adds the query parameters of a visit to web addresses that do not have them.',
      }),
    ),
    add_code: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Adds `smartlink=<code>` to the addresses that open the app.',
      }),
    ),
    desktop_qr: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Shows a QR code on computers if a link opens only on phones and tablets.',
      }),
    ),
    social: Type.Optional(refTo(SocialSchema)),
  },
  { description: 'Settings of visits and visitor pages; replaced as a whole.' },
);
export type VisitSettings = Static<typeof VisitSettingsSchema>;

/** Errors that the schema cannot detect. */
export function visitSettingsIssues(settings: Record<string, unknown>, at: string): Issue[] {
  const { title, home, social } = settings;
  return [
    ...issueAt(`${at}/title`, displayTextIssue(title)),
    ...issueAt(`${at}/home`, typeof home === 'string' ? webAddressIssue(home) : undefined),
    ...(isRecord(social) ? socialIssues(social, `${at}/social`) : []),
  ];
}
