import { useEffect, useEffectEvent, useRef, useState } from 'react';

const PAUSE_MS = 200;

/**
 * The text of a search field, which is passed on without surrounding white space after a pause, and follows
 * changes from outside ("back", "clear").
 */
export function useSearchInput(
  kept: string,
  keep: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const send = useEffectEvent(keep);
  // Sent but not received yet: the received text can be older than the current input.
  const pending = useRef<string[]>([]);
  useEffect(() => {
    const index = pending.current.indexOf(kept);
    if (index === -1) setTyped(kept);
    else pending.current.splice(0, index + 1);
  }, [kept]);
  useEffect(() => {
    const text = typed.trim();
    if (text === kept) return undefined;
    const timer = setTimeout(() => {
      pending.current.push(text);
      send(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, kept]);
  return [typed, setTyped];
}
