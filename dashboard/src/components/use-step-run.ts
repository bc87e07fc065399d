import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { askAgain } from '../api/signed-in-member.ts';

export type Phase = 'idle' | 'checking' | 'checked' | 'running' | 'stopping' | 'stopped' | 'done';

interface RunState<Step> {
  readonly phase: Phase;
  /** The last step; undefined: there was none. */
  readonly step: Step | undefined;
  /** The last step of the dry run. */
  readonly checked: Step | undefined;
  /** Why it was interrupted; null: it was not, or the user stopped it. */
  readonly error: unknown;
}

const IDLE = { phase: 'idle', step: undefined, checked: undefined, error: null } as const;

interface StepRunOptions<Step> {
  /**
   * Sends one request after the other, none after `signal` is aborted. `from`: the step after which a stopped run
   * continues.
   */
  readonly steps: (
    isDryRun: boolean,
    signal: AbortSignal,
    from: Step | undefined,
  ) => AsyncIterable<Step>;
  /** The phase after a dry run that failed. */
  readonly afterFailedCheck: Extract<Phase, 'idle' | 'stopped'>;
  /** After a run that was not dry. `isLeft`: the component has disappeared. */
  readonly onEnd: (step: Step | undefined, isDone: boolean, isLeft: boolean) => void;
}

/** A run of many requests: a dry run, then the run itself, which can be stopped. It ends with its component. */
export function useStepRun<Step>({ steps, afterFailedCheck, onEnd }: StepRunOptions<Step>) {
  const queries = useQueryClient();
  const [state, setState] = useState<RunState<Step>>(IDLE);
  const control = useRef<AbortController>(undefined);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      control.current?.abort();
    };
  }, []);

  const run = async (isDryRun: boolean): Promise<void> => {
    const { signal } = (control.current = new AbortController());
    const { checked } = state;
    askAgain();
    let step = !isDryRun && state.phase === 'stopped' ? state.step : undefined;
    let isDone = false;
    setState({ phase: isDryRun ? 'checking' : 'running', step, checked, error: null });
    try {
      for await (const next of steps(isDryRun, signal, step)) {
        step = next;
        setState((now) => ({ ...now, step: next }));
      }
      isDone = true;
      setState((now) =>
        isDryRun ? { ...now, phase: 'checked', checked: step } : { ...now, phase: 'done' },
      );
    } catch (error) {
      if (isProblem(error, 'role_too_low')) void queries.invalidateQueries({ queryKey: ['me'] });
      if (!isDryRun) {
        const reason = error === signal.reason ? null : error;
        setState({ phase: 'stopped', step, checked, error: reason });
      } else if (signal.aborted) setState(IDLE);
      // It begins again.
      else setState({ phase: afterFailedCheck, step: undefined, checked, error });
    }
    if (!isDryRun) onEnd(step, isDone, isLeft.current);
  };
  return {
    ...state,
    check: () => void run(true),
    /** Begins the run, or continues it where it was stopped. */
    start: () => void run(false),
    /** Stops after the request that is under way. */
    stop: () => {
      control.current?.abort();
      setState((now) => (now.phase === 'running' ? { ...now, phase: 'stopping' } : now));
    },
    /** Forgets what was done. */
    reset: () => {
      control.current?.abort();
      setState(IDLE);
    },
  };
}
