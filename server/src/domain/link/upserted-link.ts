import type { LinkRule } from '../rule/link-rule.ts';
import type { SearchedLink } from '../search/searched-link.ts';
import { canonicalJson } from '../text/json.ts';
import type { NewLink } from './link.ts';
import type { ManagedLinkDraft } from './managed-link-request.ts';
import type { Routes } from './route.ts';
import type { ValidityFields } from './validity.ts';

type Searched = Omit<SearchedLink, 'appId' | 'code' | 'externalId'>;

/** The fields that a request for an existing link can change. */
export interface UpsertableLink extends ValidityFields, Searched {
  readonly routes: Routes;
  readonly rules: readonly LinkRule[] | null;
  /** 1: the rules were chosen for this link. */
  readonly ownRules: number | null;
  readonly redeemLimit: number | null;
}

/**
 * Returns an existing link after a request to create or change it: what the request leaves out stays as it is. `rerouted`:
 * the link of the request by the rules of the app; undefined if it leads where it did.
 */
export function upsertedLink<Link extends UpsertableLink>(
  before: Link,
  draft: ManagedLinkDraft,
  rerouted: NewLink | undefined,
): Link {
  const { sent, metadata, redeemLimit } = draft;
  const after = rerouted
    ? {
        ...before,
        uri: rerouted.uri,
        routes: rerouted.routes,
        template: rerouted.template ?? null,
        rules: before.ownRules === null ? (rerouted.rules ?? null) : before.rules,
      }
    : before;
  return {
    ...after,
    ...(sent.has('rules')
      ? {
          rules: isSame(before.rules, draft.rules) ? before.rules : (draft.rules ?? null),
          ownRules: draft.ownRules,
        }
      : {}),
    ...(sent.has('name') ? { name: draft.name } : {}),
    ...(sent.has('note') ? { note: draft.note } : {}),
    ...(sent.has('tags') ? { tags: draft.tags } : {}),
    ...(sent.has('redeem_limit') ? { redeemLimit: redeemLimit ?? null } : {}),
    ...(sent.has('metadata') ? { metadata: newText(before.metadata, metadata ?? null) } : {}),
    ...(sent.has('social') ? { social: newText(before.social, draft.social) } : {}),
    ...(sent.has('valid_from') ? { validFrom: draft.validFrom } : {}),
    ...(sent.has('valid_until') ? { validUntil: draft.validUntil } : {}),
    ...(sent.has('early_url') ? { earlyUrl: draft.earlyUrl } : {}),
    ...(sent.has('expired_url') ? { expiredUrl: draft.expiredUrl } : {}),
  };
}

/** The text of JSON that was sent, or the one before if both say the same: an export has other white space and another order. */
function newText(before: string | null, sent: string | null): string | null {
  if (before === null || sent === null || before === sent) return sent;
  return isSame(JSON.parse(before), JSON.parse(sent)) ? before : sent;
}

function isSame(before: unknown, sent: unknown): boolean {
  return canonicalJson(before) === canonicalJson(sent);
}
