import type { Social } from '../domain/link/social.ts';
import type { Tablet } from '../platform/rules.ts';

/** What a link preview shows. */
export interface SocialCard extends Social {
  readonly title: string;
}

/** The answers that are a message which contains nothing of the link, with their status. */
export const MESSAGE_STATUS = {
  'no-route': 404,
  'not-found': 404,
  /** Disabled or deleted. */
  gone: 410,
  /** Before or after the time in which the link is valid. */
  early: 404,
  expired: 410,
} as const;
export type MessageKind = keyof typeof MESSAGE_STATUS;
interface MessageAnswer {
  readonly kind: MessageKind;
}

export function isMessage(answer: Answer): answer is MessageAnswer {
  return answer.kind in MESSAGE_STATUS;
}

/** The response to a visitor. Every address has been checked and serialized again. */
export type Answer =
  | { readonly kind: 'redirect'; readonly to: string }
  /**
   * A page with a button that opens the app. `fallback` is for visitors without the app; if it is a store, `web` is for
   * visitors who do not want the app.
   */
  | {
      readonly kind: 'open-app';
      readonly app: string;
      readonly fallback: string | undefined;
      readonly web: string | undefined;
    }
  /** A page with a button to the store. After a redirect, visitors who decline would see a blank page. */
  | { readonly kind: 'get-app'; readonly store: string; readonly web: string | undefined }
  /** A page that finds out whether the device is a tablet: `app` is for tablets, `web` for others. */
  | {
      readonly kind: 'probe';
      readonly tablet: Tablet;
      readonly app: string;
      readonly web: string | undefined;
    }
  /** A page for link previews and search engines. */
  | { readonly kind: 'preview'; readonly card: SocialCard; readonly web: string | undefined }
  /** A page with a QR code of the link, for computers. It opens on phones. */
  | { readonly kind: 'scan' }
  | MessageAnswer;

/** The answer and the reasons for it, one step each. */
export type Decision = Answer & { readonly why: readonly string[] };

/** The address that a visitor would open. */
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
