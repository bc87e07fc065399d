import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  documentReducer,
  isChanged,
  openDocument,
  type DocumentAction,
  type DocumentState,
  type Version,
} from './document-state.ts';
import { dropDraft, keepDraft, newDraftId, readDrafts, type Draft } from './drafts.ts';

interface Left {
  readonly state: DocumentState;
  readonly draftId: string;
}

/** Unsaved documents of tabs that were left; they are shown again when the tab is opened again. */
const leftOpen = new Map<string, Left>();

interface OpenDocument {
  readonly state: DocumentState;
  readonly act: (action: DocumentAction) => void;
  /** The current state, including recent input. */
  readonly now: () => DocumentState;
  /** Earlier drafts, newest first. */
  readonly drafts: readonly Draft[];
  readonly discardDraft: (id: string) => void;
  /** Keeps the content of the editor as a draft before it is replaced. */
  readonly keepAsDraft: () => void;
}

/**
 * The document in the editor. Unsaved changes are also kept in the browser's storage under `key` and offered
 * after a crash.
 */
export function useDocument(key: string, version: Version, flush: () => void): OpenDocument {
  const [opened] = useState(
    (): Left => leftOpen.get(key) ?? { state: openDocument(version), draftId: newDraftId() },
  );
  const [state, setState] = useState(opened.state);
  const [drafts, setDrafts] = useState((): readonly Draft[] =>
    readDrafts(localStorage, key, Date.now()).filter(({ id }) => id !== opened.draftId),
  );
  const latest = useRef({ state: opened.state, draftId: opened.draftId });

  const act = (action: DocumentAction): void => {
    const next = documentReducer(latest.current.state, action);
    latest.current.state = next;
    setState(next);
    const { draftId: id } = latest.current;
    if (isChanged(next) && next.text !== null) {
      const at = new Date().toISOString();
      keepDraft(localStorage, key, { id, at, text: next.text, base: next.base });
    } else {
      dropDraft(localStorage, key, id, Date.now());
    }
  };

  const fetched = useEffectEvent((read: Version) => {
    flush();
    act({ type: 'fetched', version: read });
  });
  useEffect(() => fetched(version), [version]);

  const leave = useEffectEvent((path: string) => {
    flush();
    const { state: last, draftId } = latest.current;
    if (!isChanged(last)) return;
    // On another tab of the page, the edit stays open. A user who leaves the page has confirmed that the changes
    // are lost, unless the session has ended.
    if (location.pathname === path) leftOpen.set(key, { state: last, draftId });
    else if (!location.pathname.endsWith('/sign-in')) {
      dropDraft(localStorage, key, draftId, Date.now());
    }
  });
  // A layout effect, because the editor still has the last input then.
  useLayoutEffect(() => {
    leftOpen.delete(key);
    const path = location.pathname;
    return () => leave(path);
  }, [key]);

  const hidden = useEffectEvent(flush);
  useEffect(() => {
    const onHide = (): void => hidden();
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, []);

  return {
    state,
    act,
    now: () => {
      flush();
      return latest.current.state;
    },
    drafts,
    discardDraft: (id) => {
      dropDraft(localStorage, key, id, Date.now());
      setDrafts((list) => list.filter((draft) => draft.id !== id));
    },
    keepAsDraft: () => {
      flush();
      if (!isChanged(latest.current.state)) return;
      latest.current.draftId = newDraftId();
      setDrafts(readDrafts(localStorage, key, Date.now()));
    },
  };
}
