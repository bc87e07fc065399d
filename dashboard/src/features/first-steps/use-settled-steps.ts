import { useEffect, useState } from 'react';
import { keptHeight, type StepsLayout } from './kept.ts';

/** A page that is ready does not wait longer for the first steps. */
const MAX_WAIT_MS = 3000;

/** Whether the first steps have their place on the page, so that they cannot move what is below. */
export function useSettledSteps(app: string, layout: StepsLayout, isReady: boolean) {
  const [settledApp, setSettledApp] = useState<string>();
  const isSettled = settledApp === app || keptHeight(app, layout) !== undefined;
  useEffect(() => {
    if (isSettled || !isReady) return;
    const timer = setTimeout(() => setSettledApp(app), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [app, isSettled, isReady]);
  return { isSettled, onSettled: () => setSettledApp(app) };
}
