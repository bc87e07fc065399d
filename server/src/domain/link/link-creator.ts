/** Who created a link. Platform tokens are public; the others are trusted. */
export const CREATOR_KINDS = ['server_token', 'platform_token', 'member', 'command'] as const;
export type CreatorKind = (typeof CREATOR_KINDS)[number];

export interface LinkCreator {
  readonly kind: CreatorKind;
  /** `tok_…`, `mem_…`, or `operator` for a command. */
  readonly id: string;
  /**
   * The prefix of a token; a member's name, or the e-mail address if there is no name; null for a command.
   */
  readonly name: string | null;
}

/** The actor when a command creates a link. */
export const OPERATOR = 'operator';
/** The actor of background work. */
export const SERVICE = 'service';
