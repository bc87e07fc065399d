import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../../api/call.ts';
import { isProblem } from '../../../api/problem.ts';
import { useApp } from '../../../api/session.ts';
import { useStepRun } from '../../../components/use-step-run.ts';
import { newKey } from '../../../lib/new-key.ts';
import { reloadLinks } from '../link-cache.ts';
import { readIssue } from './chosen-file.ts';
import { fileRows } from './file-rows.ts';
import { FIRST_STEP, importInSteps, type Plan, type Step } from './import-in-steps.ts';

/** Checks and imports the rows of a file. */
export function useImport(file: File, plan: Omit<Plan, 'dryRun'>) {
  const app = useApp();
  const queries = useQueryClient();
  /** A repeated request of an import has the same key. */
  const key = useRef('');
  const {
    step = FIRST_STEP,
    error,
    ...run
  } = useStepRun<Step>({
    steps: (dryRun, sendStep, signal, from) => {
      // Not at the start of an import: it can be the second one, after a first request whose result is unknown.
      if (dryRun || key.current === '') key.current = newKey();
      const send = (json: string, request: number) => {
        // An import is not aborted, because its result would be unknown.
        const once = dryRun ? { signal } : { idempotencyKey: `${key.current}-${request}` };
        return sendStep(
          async () => (await call('POST', 'smartlinks/bulk', { app, json, ...once })).data,
        );
      };
      return importInSteps(fileRows(file), { ...plan, dryRun }, send, from);
    },
    afterFailedCheck: 'idle',
    onEnd: () => reloadLinks(queries, app),
  });
  return { ...run, step, error: shownError(error) };
}
export type ImportRun = ReturnType<typeof useImport>;

/** A problem, or a text about the file. */
function shownError(error: unknown): unknown {
  return error === null || isProblem(error) ? error : new Error(readIssue(error));
}
