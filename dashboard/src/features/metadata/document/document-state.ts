import { formatted, READABLE } from '../../../lib/json-print.ts';
import { MAX_METADATA_BYTES } from '../editor/metadata-rules.ts';

/** The saved metadata of a link. */
export interface Version {
  /** The exact text; null: there is no metadata. */
  readonly text: string | null;
  readonly etag: string;
}

export interface DocumentState {
  readonly base: Version;
  /** The text without unsaved changes: the formatted base. */
  readonly shown: string | null;
  /** The current text; null: there is no metadata. */
  readonly text: string | null;
  /** Increases whenever the editor must show `text` again. */
  readonly revision: number;
  /** The version that someone else saved during the edit. */
  readonly theirs: Version | undefined;
}

export type DocumentAction =
  /** The user edited the text. */
  | { readonly type: 'typed'; readonly text: string }
  /** The user created a document, or the text was minified. */
  | { readonly type: 'replaced'; readonly text: string }
  /** The metadata was loaded again. */
  | { readonly type: 'fetched'; readonly version: Version }
  | { readonly type: 'saved'; readonly version: Version; readonly sent: string }
  /** The edit is discarded, and the saved version is shown. */
  | { readonly type: 'loaded'; readonly version: Version }
  /** The edit is now based on another version. `text` is the merged text, if both were merged. */
  | { readonly type: 'rebased'; readonly version: Version; readonly text?: string }
  | { readonly type: 'restored'; readonly base: Version; readonly text: string };

export function isChanged(state: DocumentState): boolean {
  return state.text !== state.shown;
}

export function openDocument(version: Version): DocumentState {
  const shown = readable(version.text);
  return { base: version, shown, text: shown, revision: 0, theirs: undefined };
}

export function documentReducer(state: DocumentState, action: DocumentAction): DocumentState {
  switch (action.type) {
    case 'typed':
      return action.text === state.text ? state : { ...state, text: action.text };
    case 'replaced':
      return { ...state, text: action.text, revision: state.revision + 1 };
    case 'fetched':
      return fetched(state, action.version);
    case 'saved':
      return { ...state, base: action.version, shown: action.sent, theirs: undefined };
    case 'loaded': {
      const shown = readable(action.version.text);
      const revision = shown === state.text ? state.revision : state.revision + 1;
      return { base: action.version, shown, text: shown, revision, theirs: undefined };
    }
    case 'rebased': {
      const { version, text = state.text } = action;
      const revision = text === state.text ? state.revision : state.revision + 1;
      return { base: version, shown: readable(version.text), text, revision, theirs: undefined };
    }
    case 'restored': {
      const { base, text } = action;
      const now = state.theirs ?? state.base;
      const revision = state.revision + 1;
      const restored = { base, shown: readable(base.text), text, revision, theirs: undefined };
      return fetched(restored, now);
    }
  }
}

function fetched(state: DocumentState, version: Version): DocumentState {
  // Only the `ETag` differs, because another part of the link has changed.
  if (version.text === state.base.text) return { ...state, base: version, theirs: undefined };
  if (isChanged(state)) return { ...state, theirs: version };
  return documentReducer(state, { type: 'loaded', version });
}

/** Formats a document that has no line breaks, unless the result exceeds the size limit. */
function readable(text: string | null): string | null {
  if (text === null || text.includes('\n')) return text;
  const wide = formatted(text, READABLE);
  return new TextEncoder().encode(wide).length > MAX_METADATA_BYTES ? text : wide;
}
