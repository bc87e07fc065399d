import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isProblem } from '../api/problem.ts';
import { askAgain } from '../api/signed-in-member.ts';
import { untilAccepted } from '../api/until-accepted.ts';

export type Phase = 'idle' | 'checking' | 'checked' | 'running' | 'stopping' | 'stopped' | 'done';

interface RunState<Step> {
  readonly phase: Phase;
  /** The last step; undefined: there was none. */
  readonly step: Step | undefined;
  /** The last step of the dry run. */
  readonly checked: Step | undefined;
  /** Why it was interrupted; null: it was not, or the user stopped it. */
  readonly error: unknown;
  /** The service has no room for the next request, which is sent again soon. */
  readonly isBusy: boolean;
}

const IDLE = {
  phase: 'idle',
  step: undefined,
  checked: undefined,
  error: null,
  isBusy: false,
} as const;

/** Sends a request of a run when the service has room for it; fails if the run was stopped before. */
type SendStep = <T>(request: () => Promise<T>) => Promise<T>;

interface StepRunOptions<Step> {
  /**
   * Sends one request after the other with `send`. A request that can be aborted has the `signal`. `from`: the step
   * after which a stopped run continues.
   */
  readonly steps: (
    isDryRun: boolean,
    send: SendStep,
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
    const onBusy = (isBusy: boolean): void =>
      setState((now) => (now.isBusy === isBusy ? now : { ...now, isBusy }));
    const send: SendStep = (request) => untilAccepted(request, signal, onBusy);
    setState({ ...IDLE, phase: isDryRun ? 'checking' : 'running', step, checked });
    try {
      for await (const next of steps(isDryRun, send, signal, step)) {
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
        setState({ ...IDLE, phase: 'stopped', step, checked, error: reason });
      } else if (signal.aborted) setState(IDLE);
      // It begins again.
      else setState({ ...IDLE, phase: afterFailedCheck, checked, error });
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
