import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../api/call.ts';
import { isProblem } from '../../../../api/problem.ts';
import type { LinksChange } from '../../../../api/schema.ts';
import { useApp } from '../../../../api/session.ts';
import { askAgain } from '../../../../api/signed-in-member.ts';
import {
  changeInSteps,
  NO_TOTALS,
  type Step,
  type Target,
  type Totals,
} from './change-in-steps.ts';

type Change = LinksChange['change'];
export type Phase = 'idle' | 'counting' | 'counted' | 'changing' | 'stopping' | 'stopped' | 'done';

interface RunState {
  readonly phase: Phase;
  /** The last step; undefined: there was none. */
  readonly step: Step | undefined;
  /** What the dry run counted. */
  readonly counted: Totals | undefined;
  /** Why it was interrupted. */
  readonly error: unknown;
}

const IDLE: RunState = { phase: 'idle', step: undefined, counted: undefined, error: null };

export interface BulkRun extends Omit<RunState, 'step'> {
  readonly totals: Totals;
  /** Counts what would change. */
  readonly count: (change: Change) => void;
  /** Changes the links, from where it was stopped. */
  readonly apply: (change: Change) => void;
  /** Stops after the request that is under way. */
  readonly stop: () => void;
}

/**
 * Changes many links with one request after the other. It ends when the component disappears; `onLeft` then gets what
 * was changed. `isComplete`: that are all links.
 */
export function useBulkRun(
  target: Target,
  onLeft: (totals: Totals, isComplete: boolean) => void,
): BulkRun {
  const app = useApp();
  const queries = useQueryClient();
  const [state, setState] = useState(IDLE);
  const control = useRef<AbortController>(undefined);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      control.current?.abort();
    };
  }, []);

  const run = async (change: Change, isDryRun: boolean): Promise<void> => {
    const { signal } = (control.current = new AbortController());
    const { counted } = state;
    askAgain();
    let step = !isDryRun && state.phase === 'stopped' ? state.step : undefined;
    setState({ phase: isDryRun ? 'counting' : 'changing', step, counted, error: null });
    // A change is not aborted, because its result would be unknown. A request takes about two seconds.
    const send = async (body: LinksChange) => {
      const options = { app, body, ...(isDryRun && { signal }) };
      return (await call('POST', 'smartlinks/changes', options)).data;
    };
    try {
      for await (const next of changeInSteps(send, target, { change, dry_run: isDryRun }, step)) {
        step = next;
        setState((now) => ({ ...now, step: next }));
        if (signal.aborted) break;
      }
      const ended = isDryRun ? 'counted' : 'done';
      const phase = step?.next === undefined ? ended : 'stopped';
      setState({ phase, step, counted: isDryRun ? step?.totals : counted, error: null });
    } catch (error) {
      if (isProblem(error, 'role_too_low')) void queries.invalidateQueries({ queryKey: ['me'] });
      // A dry run starts again.
      setState({ phase: 'stopped', step: isDryRun ? undefined : step, counted, error });
    }
    if (isDryRun || isShown.current) return;
    onLeft(step?.totals ?? NO_TOTALS, step !== undefined && step.next === undefined);
  };
  return {
    phase: state.phase,
    totals: state.step?.totals ?? NO_TOTALS,
    counted: state.counted,
    error: state.error,
    count: (change) => void run(change, true),
    apply: (change) => void run(change, false),
    stop: () => {
      control.current?.abort();
      setState((now) => ({ ...now, phase: 'stopping' }));
    },
  };
}
