import type { Social } from '../domain/link/social.ts';
import type { Tablet } from '../platform/rules.ts';

/** What a link preview shows. */
export interface SocialCard extends Social {
  readonly title: string;
}

/** The response to a visitor. Every address in it has been checked and serialized again. */
export type Answer =
  | { readonly kind: 'redirect'; readonly to: string }
  /** A page with a button that opens the app; `fallback` is the way for those who have none. */
  | { readonly kind: 'open-app'; readonly app: string; readonly fallback: string | undefined }
  /** A page with a button to the store: a redirect there leaves a blank page when it is declined. */
  | { readonly kind: 'get-app'; readonly store: string; readonly web: string | undefined }
  /** A page that finds out whether the visitor holds a tablet: `app` is for one, `web` for others. */
  | {
      readonly kind: 'probe';
      readonly tablet: Tablet;
      readonly app: string;
      readonly web: string | undefined;
    }
  /** A card for link previews and search engines. */
  | { readonly kind: 'preview'; readonly card: SocialCard; readonly web: string | undefined }
  | { readonly kind: 'no-route' }
  | { readonly kind: 'not-found' }
  /** Disabled or deleted. */
  | { readonly kind: 'gone' };

/** What to do with a visit, and why, as steps that a person can read. */
export type Decision = Answer & { readonly why: readonly string[] };

/** The address a person would take from an answer. */
export function addressOf(answer: Answer): string | undefined {
  switch (answer.kind) {
    case 'redirect':
      return answer.to;
    case 'open-app':
      return answer.app;
    case 'get-app':
      return answer.store;
    default:
      return undefined;
  }
}

export function sameAnswer(a: Decision, b: Decision): boolean {
  const bare = (decision: Decision): string => JSON.stringify({ ...decision, why: undefined });
  return bare(a) === bare(b);
}
