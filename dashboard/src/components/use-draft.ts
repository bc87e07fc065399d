import { useState } from 'react';
import type { AppVersion } from '../api/save-part.ts';
import type { AppDocument } from '../api/types.ts';
import { sameDocument } from '../lib/merge.ts';

export interface Draft<T> {
  /** The version of the app that the edit began with. */
  readonly base: AppVersion;
  readonly value: T;
  readonly unsaved: boolean;
  readonly set: (value: T) => void;
  /** Starts again and discards the edit. */
  readonly restart: (base: AppVersion) => void;
  /** Continues the edit from the saved version; `next` computes the new value from the current one. */
  readonly goOn: (base: AppVersion, next: (value: T) => T) => void;
}

/** A part of the app while it is edited. Follows the app as long as nothing of one's own is in it. */
export function useDraft<T extends object>(
  version: AppVersion,
  of: (app: AppDocument) => T,
): Draft<T> {
  const [state, setState] = useState(() => ({ base: version, value: of(version.data) }));
  const { base, value } = state;
  const unsaved = !sameDocument(value, of(base.data));
  if (!unsaved && version !== base) setState({ base: version, value: of(version.data) });
  return {
    base,
    value,
    unsaved,
    set: (next) => setState({ base, value: next }),
    restart: (from) => setState({ base: from, value: of(from.data) }),
    goOn: (from, next) => setState((now) => ({ base: from, value: next(now.value) })),
  };
}
