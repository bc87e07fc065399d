import { keepItem } from '../../../lib/keep-item.ts';
import type { Version } from './document-state.ts';

/** An unsaved edit: the text and the version that it is based on. */
export interface Draft {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly text: string;
  readonly base: Version;
}

export type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEEP_DAYS = 30;
/** The maximum for each link; a further draft replaces the oldest. */
const MAX_DRAFTS = 5;

/** The storage key of a user's drafts of a link; other users may sign in with the same browser. */
export function draftsKey(memberId: string, app: string, code: string): string {
  return `smartlink.metadata-drafts/${memberId}/${app}/${code}`;
}

/** The stored drafts, newest first. Drafts older than a month are skipped. */
export function readDrafts(storage: DraftStorage, key: string, now: number): readonly Draft[] {
  try {
    const drafts = JSON.parse(storage.getItem(key) ?? '[]') as unknown;
    if (!Array.isArray(drafts)) return [];
    const oldest = new Date(now - KEEP_DAYS * 86_400_000).toISOString();
    return drafts.filter(isDraft).filter(({ at }) => at > oldest);
  } catch {
    return [];
  }
}

/** Stores a draft and replaces the one with the same id. Does nothing if the storage is full. */
export function keepDraft(storage: DraftStorage, key: string, draft: Draft): void {
  const others = readDrafts(storage, key, Date.parse(draft.at)).filter(({ id }) => id !== draft.id);
  write(storage, key, [draft, ...others].slice(0, MAX_DRAFTS));
}

export function dropDraft(storage: DraftStorage, key: string, id: string, now: number): void {
  write(
    storage,
    key,
    readDrafts(storage, key, now).filter((draft) => draft.id !== id),
  );
}

function write(storage: DraftStorage, key: string, drafts: readonly Draft[]): void {
  if (drafts.length === 0) storage.removeItem(key);
  // If the storage is full, the page still warns before the user leaves it.
  else keepItem(key, JSON.stringify(drafts), storage);
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { id, at, text, base } = value as Partial<Record<keyof Draft, unknown>>;
  if (typeof id !== 'string' || typeof at !== 'string' || typeof text !== 'string') return false;
  if (typeof base !== 'object' || base === null) return false;
  const version = base as Partial<Record<keyof Version, unknown>>;
  return (
    (typeof version.text === 'string' || version.text === null) && typeof version.etag === 'string'
  );
}
