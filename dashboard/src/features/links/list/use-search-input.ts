import { useEffect, useRef, useState } from 'react';

const PAUSE_MS = 200;

/**
 * A text that is typed here and kept elsewhere, without the white space around it: it is handed on
 * after a pause, and follows when it is changed there ("back", "clear").
 */
export function useSearchInput(
  kept: string,
  keep: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [typed, setTyped] = useState(kept);
  const latest = useRef(keep);
  // Handed on and not come back yet: what comes back may be older than what is typed by now.
  const underWay = useRef<string[]>([]);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    const index = underWay.current.indexOf(kept);
    if (index === -1) setTyped(kept);
    else underWay.current.splice(0, index + 1);
  }, [kept]);
  useEffect(() => {
    const text = typed.trim();
    if (text === kept) return undefined;
    const timer = setTimeout(() => {
      underWay.current.push(text);
      latest.current(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, kept]);
  return [typed, setTyped];
}
