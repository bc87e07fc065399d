import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { newKey } from '../../../lib/new-key.ts';
import {
  documentReducer,
  isChanged,
  openDocument,
  type DocumentAction,
  type DocumentState,
  type Version,
} from './document-state.ts';
import { dropDraft, keepDraft, readDrafts, type Draft } from './drafts.ts';

interface OpenEdit {
  readonly state: DocumentState;
  readonly draftId: string;
}

/** Unsaved edits, by `key`, of links whose page shows something else, such as an error. They continue after it. */
const openEdits = new Map<string, OpenEdit>();

/**
 * The state of the document in the editor. Unsaved changes are also stored in `localStorage` under `key`, and offered
 * as a draft after a crash.
 */
export function useDocument(key: string, version: Version, flush: () => void) {
  const [opened] = useState(
    (): OpenEdit => openEdits.get(key) ?? { state: openDocument(version), draftId: newKey() },
  );
  const [state, setState] = useState(opened.state);
  const [drafts, setDrafts] = useState((): readonly Draft[] =>
    readDrafts(localStorage, key, Date.now()).filter(({ id }) => id !== opened.draftId),
  );
  const latest = useRef({ state: opened.state, draftId: opened.draftId });

  const dispatch = (action: DocumentAction): void => {
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
    dispatch({ type: 'fetched', version: read });
  });
  useEffect(() => fetched(version), [version]);

  const leave = useEffectEvent((path: string) => {
    flush();
    const { state: last, draftId } = latest.current;
    if (!isChanged(last)) return;
    // If the page shows something else, such as an error, the edit stays open. If the user left the page, they have
    // confirmed that the changes are lost, unless their session has ended.
    if (location.pathname === path) openEdits.set(key, { state: last, draftId });
    else if (!location.pathname.endsWith('/sign-in')) {
      dropDraft(localStorage, key, draftId, Date.now());
    }
  });
  // A layout effect, because its clean-up runs while the editor still exists.
  useLayoutEffect(() => {
    openEdits.delete(key);
    const path = location.pathname;
    return () => leave(path);
  }, [key]);

  useWindowEvent('pagehide', flush);
  // It bubbles from the document.
  useWindowEvent('visibilitychange', flush);

  return {
    state,
    dispatch,
    /** The current state, including pending input of the editor. */
    now: () => {
      flush();
      return latest.current.state;
    },
    /** Earlier drafts, newest first. */
    drafts,
    discardDraft: (id: string) => {
      dropDraft(localStorage, key, id, Date.now());
      setDrafts((list) => list.filter((draft) => draft.id !== id));
    },
    /** Keeps the unsaved text as a draft before it is replaced. */
    keepAsDraft: () => {
      flush();
      if (!isChanged(latest.current.state)) return;
      latest.current.draftId = newKey();
      setDrafts(readDrafts(localStorage, key, Date.now()));
    },
  };
}
