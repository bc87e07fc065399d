import { call } from '../../../../api/call.ts';
import type { LinksChange } from '../../../../api/schema.ts';
import { useApp } from '../../../../api/session.ts';
import { useStepRun } from '../../../../components/use-step-run.ts';
import {
  changeInSteps,
  NO_TOTALS,
  type Step,
  type Target,
  type Totals,
} from './change-in-steps.ts';

/**
 * Counts how many links would change, and changes them. It ends when the component disappears; `onLeft` then gets what
 * was changed. `isComplete`: that are all links.
 */
export function useBulkRun(
  target: Target,
  change: LinksChange['change'],
  onLeft: (totals: Totals, isComplete: boolean) => void,
) {
  const app = useApp();
  const { step, checked, ...run } = useStepRun<Step>({
    steps: (isDryRun, sendStep, signal, from) => {
      const send = (body: LinksChange) => {
        // A change is not aborted, because its result would be unknown. A request takes about two seconds.
        const options = { app, body, ...(isDryRun && { signal }) };
        return sendStep(async () => (await call('POST', 'smartlinks/changes', options)).data);
      };
      return changeInSteps(send, target, { change, dry_run: isDryRun }, from);
    },
    afterFailedCheck: 'stopped',
    onEnd: (last, isComplete, isLeft) => {
      if (isLeft) onLeft(last?.totals ?? NO_TOTALS, isComplete);
    },
  });
  return { ...run, totals: step?.totals ?? NO_TOTALS, counted: checked?.totals };
}
export type BulkRun = ReturnType<typeof useBulkRun>;
