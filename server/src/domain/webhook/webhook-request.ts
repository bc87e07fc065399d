import { Type, type Static } from 'typebox';
import { isPublicAddress } from '../access/network.ts';
import { parseSocketAddress } from '../access/socket-address.ts';
import { tagIssues, TagsSchema } from '../link/tags.ts';
import { issueAt, type Issue, type Refused } from '../text/issue.ts';
import { issuesOf, parserOf } from '../text/schema.ts';
import { component, nullable, uriText } from '../text/shapes.ts';
import { addressTextIssue, labelIssue } from '../text/text.ts';
import { parseTime, timeIssue, timeText } from '../text/time-text.ts';
import { parseUrl } from '../text/uri.ts';
import { EVENT_TYPES } from './event-type.ts';

/** The maximum number of webhooks of an app. */
export const MAX_WEBHOOKS = 10;
export const MAX_DESCRIPTION_LENGTH = 200;
/** The longest time for which a replaced secret signs as well. */
export const MAX_OLD_SECRET_HOURS = 168;

const URL_FIELD = uriText(
  'Where events are sent: an `https` address of a public host, without user info and fragment.',
);
const OPTIONAL = {
  description: Type.Optional(
    nullable(
      Type.String({ minLength: 1, maxLength: MAX_DESCRIPTION_LENGTH }),
      'What the webhook is for; `null`: it has no description.',
    ),
  ),
  types: Type.Optional(
    Type.Array(Type.Enum([...EVENT_TYPES]), {
      uniqueItems: true,
      description:
        'The types of events to send. Empty: all but `redemption.refused` and `clicks.summary`, which must be named.',
    }),
  ),
  tags: Type.Optional({
    ...TagsSchema,
    description:
      'Only events about links that have one of these tags. Empty: all events. With tags, events about the app are not sent.',
  }),
};

/** The body of `POST /manage/v1/webhooks`. */
export const WebhookRequestSchema = component(
  'WebhookRequest',
  { url: URL_FIELD, ...OPTIONAL },
  {
    examples: [
      { url: 'https://hooks.shop.example/smartlink' },
      {
        url: 'https://hooks.shop.example/coupons',
        description: 'Coupons',
        types: ['redemption.granted', 'link.exhausted'],
        tags: ['coupon'],
      },
    ],
  },
);

/** The body of `PATCH /manage/v1/webhooks/{webhook_id}`. */
export const WebhookChangeSchema = component('WebhookChange', {
  url: Type.Optional(URL_FIELD),
  ...OPTIONAL,
  state: Type.Optional(
    Type.Enum(['enabled', 'disabled'], {
      description:
        'Events that happen while it is disabled are not sent to it; those that were not delivered before wait until it is enabled.',
    }),
  ),
});

/** The body of `POST /manage/v1/webhooks/{webhook_id}/secret`. */
export const SecretRequestSchema = component(
  'WebhookSecretRequest',
  {
    old_secret_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OLD_SECRET_HOURS,
        default: 24,
        description: 'How long the old secret signs as well.',
      }),
    ),
  },
  { examples: [{ old_secret_hours: 24 }] },
);

/** The body of `POST /manage/v1/webhooks/{webhook_id}/replay`. */
export const ReplayRequestSchema = component('WebhookReplayRequest', {
  since: timeText('The time of the first event. RFC 3339, with an offset.'),
});

/** `since`: from when on events are sent again, in milliseconds since 1970-01-01 UTC. */
export const parseReplayRequest = parserOf(
  ReplayRequestSchema,
  ({ since }): { readonly since: number } | Refused => {
    const at = parseTime(since);
    return at === undefined ? { issues: issueAt('/since', timeIssue(since)) } : { since: at };
  },
);

export type WebhookRequest = Static<typeof WebhookRequestSchema>;
export type WebhookChange = Static<typeof WebhookChangeSchema>;

const structuralIssues = issuesOf(WebhookChangeSchema, []);

/** All errors of the settings of a webhook. `toPrivate`: the operator allows private networks and `http`. */
export function webhookIssues(change: WebhookChange, toPrivate: boolean): readonly Issue[] {
  const structural = structuralIssues(change);
  if (structural.length > 0) return structural;
  const { url, description, tags } = change;
  return [
    ...issueAt('/url', url === undefined ? undefined : targetIssue(url, toPrivate)),
    ...issueAt('/description', labelIssue(description)),
    ...tagIssues(tags ?? [], '/tags'),
  ];
}

/**
 * What is wrong with the address of a webhook; completes "the field …". A name is checked again when it is resolved: see
 * `publicLookup`.
 */
function targetIssue(text: string, toPrivate: boolean): string | undefined {
  const unreadable = addressTextIssue(text);
  if (unreadable !== undefined) return unreadable;
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an https address';
  if (url.protocol === 'http:' && !toPrivate) {
    return 'must use https, unless the operator sets WEBHOOK_PRIVATE_TARGETS=on';
  }
  if (url.username !== '' || url.password !== '') return 'must not contain user info';
  if (url.hash !== '') return 'must not contain a fragment';
  const literal = parseSocketAddress(url.hostname)?.address;
  if (!toPrivate && literal !== undefined && !isPublicAddress(literal)) {
    return 'must not lead to a private network';
  }
  return undefined;
}
