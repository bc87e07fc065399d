import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import { askAgain } from '../../../api/signed-in-member.ts';
import { refreshLists } from '../link-cache.ts';
import { newKey } from '../../../lib/new-key.ts';
import { readIssue } from './chosen-file.ts';
import { fileRows } from './file-rows.ts';
import { FIRST_STEP, importInSteps, type Plan, type Step } from './import-in-steps.ts';

export type Phase = 'idle' | 'checking' | 'checked' | 'importing' | 'stopping' | 'stopped' | 'done';

interface ImportState {
  readonly phase: Phase;
  readonly step: Step;
  /** Why it was interrupted: a problem, or a text about the file. */
  readonly error: unknown;
}

const IDLE: ImportState = { phase: 'idle', step: FIRST_STEP, error: null };

export interface ImportRun extends ImportState {
  /** Checks all rows. */
  readonly check: () => void;
  /** Imports all rows, or those after the point where it was stopped. */
  readonly start: () => void;
  /** Stops after the request that is under way. */
  readonly stop: () => void;
  /** Forgets what was done, for another plan. */
  readonly reset: () => void;
}

/** Checks and imports the rows of a file. It ends when the component disappears. */
export function useImport(file: File, plan: Omit<Plan, 'dryRun'>): ImportRun {
  const app = useApp();
  const queries = useQueryClient();
  const [state, setState] = useState(IDLE);
  const control = useRef<AbortController>(undefined);
  /** A repeated request of an import has the same key. */
  const key = useRef('');
  useEffect(() => () => control.current?.abort(), []);

  const run = async (dryRun: boolean): Promise<void> => {
    const { signal } = (control.current = new AbortController());
    let step = !dryRun && state.phase === 'stopped' ? state.step : FIRST_STEP;
    askAgain();
    if (step.requests === 0) key.current = newKey();
    setState({ phase: dryRun ? 'checking' : 'importing', step, error: null });
    const send = async (json: string, request: number) => {
      // Only what has nothing left to send is complete.
      signal.throwIfAborted();
      // An import is not aborted, because its result would be unknown.
      const once = dryRun ? { signal } : { idempotencyKey: `${key.current}-${request}` };
      return (await call('POST', 'smartlinks/bulk', { app, json, ...once })).data;
    };
    try {
      for await (const next of importInSteps(fileRows(file), { ...plan, dryRun }, send, step)) {
        step = next;
        setState((now) => ({ ...now, step: next }));
      }
      setState({ phase: dryRun ? 'checked' : 'done', step, error: null });
    } catch (error) {
      if (isProblem(error, 'role_too_low')) void queries.invalidateQueries({ queryKey: ['me'] });
      if (dryRun && signal.aborted) setState(IDLE);
      else {
        const reason = error === signal.reason ? null : errorOf(error);
        setState({ phase: dryRun ? 'idle' : 'stopped', step, error: reason });
      }
    }
    if (dryRun) return;
    void queries.invalidateQueries({ queryKey: ['links', app] });
    void queries.invalidateQueries({ queryKey: ['link', app] });
    refreshLists(queries, app);
  };
  return {
    ...state,
    check: () => void run(true),
    start: () => void run(false),
    stop: () => {
      control.current?.abort();
      setState((now) => (now.phase === 'importing' ? { ...now, phase: 'stopping' } : now));
    },
    reset: () => {
      control.current?.abort();
      setState(IDLE);
    },
  };
}

function errorOf(error: unknown): unknown {
  return isProblem(error) ? error : new Error(readIssue(error));
}
