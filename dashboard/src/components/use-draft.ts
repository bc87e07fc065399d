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
  /** The edit goes on from here: after it was saved, or others' changes came in. */
  readonly restart: (base: AppVersion, value?: T) => void;
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
    restart: (from, next) => setState({ base: from, value: next ?? of(from.data) }),
  };
}
