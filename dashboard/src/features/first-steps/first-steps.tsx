import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useApp, useMay } from '../../api/session.ts';
import { hasChosen, keepChoice } from './kept-choices.ts';
import { progressQuery } from './progress-query.ts';
import { isComplete, stepsFor } from './steps.ts';
import type { StepsPanelProps } from './steps-panel.tsx';

// Without its code, the page is complete as well.
const StepsPanel = lazy(async (): Promise<{ default: ComponentType<StepsPanelProps> }> => {
  try {
    return { default: (await import('./steps-panel.tsx')).StepsPanel };
  } catch {
    return { default: () => null };
  }
});

interface FirstStepsProps {
  /** The page has what it is about; only then the steps are requested. */
  readonly isReady: boolean;
  /** Nothing else is on the page, so the steps are shown in full. */
  readonly isAlone: boolean;
}

/** What to do in a new app. Nothing is shown if it is done, and if the person has hidden it. */
export function FirstSteps({ isReady, isAlone }: FirstStepsProps) {
  const app = useApp();
  const [isHidden, setHidden] = useState(() => hasChosen('hidden', app));
  const [hasTested, setTested] = useState(() => hasChosen('tested', app));
  const [isTesting, setTesting] = useState(false);
  const person = { mayConfigure: useMay('owner'), mayCreate: useMay('editor'), hasTested };
  const progress = useQuery({ ...progressQuery(app), enabled: isReady && !isHidden }).data;
  if (progress === undefined || isHidden) return null;
  const steps = stepsFor(progress, person);
  const isDone = isComplete(steps);
  // The dialog says that the last step is done.
  if (isDone && !isTesting) return null;
  const focusPage = (): void => document.getElementById('content')?.focus();
  const hide = (): void => {
    keepChoice('hidden', app, true);
    setHidden(true);
    focusPage();
  };
  const mark = (tested: boolean): void => {
    keepChoice('tested', app, tested);
    setTested(tested);
  };
  return (
    <Suspense>
      <StepsPanel
        steps={steps}
        link={progress.newest_link}
        isCounted={progress.phone_visit !== null}
        isAlone={isAlone}
        isTesting={isTesting}
        onTest={(opened) => {
          setTesting(opened);
          if (!opened && isDone) focusPage();
        }}
        onTested={mark}
        onHide={hide}
      />
    </Suspense>
  );
}
