import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useApp, useMay } from '../../api/session.ts';
import { lazyOr } from '../../components/lazy-or.ts';
import { hasChosen, keepChoice, keepHeight, keptHeight, type StepsLayout } from './kept.ts';
import { progressQuery } from './progress-query.ts';
import { isComplete, stepsFor } from './steps.ts';

// Without its code, the page is complete as well.
const StepsPanel = lazyOr(async () => (await import('./steps-panel.tsx')).StepsPanel);

interface FirstStepsProps {
  /** The page has what it is about. Only then the steps are requested, unless the page waits for them. */
  readonly isReady: boolean;
  readonly layout: StepsLayout;
  /** The steps have their place, or there are none. */
  readonly onSettled: () => void;
}

/** What to do in a new app. Nothing is shown if it is done, and if the person has hidden it. */
export function FirstSteps({ isReady, layout, onSettled }: FirstStepsProps) {
  const app = useApp();
  const [isHidden, setHidden] = useState(() => hasChosen('hidden', app));
  const [hasTested, setTested] = useState(() => hasChosen('tested', app));
  const [isTesting, setTesting] = useState(false);
  const person = { mayConfigure: useMay('owner'), mayCreate: useMay('editor'), hasTested };
  const height = keptHeight(app, layout);
  const isRequested = isReady || height === undefined;
  const query = useQuery({ ...progressQuery(app), enabled: isRequested && !isHidden });
  const progress = query.data;
  const steps = progress && stepsFor(progress, person);
  const isDone = steps !== undefined && isComplete(steps);
  // The dialog says that the last step is done.
  const isAbsent = isHidden || (isDone && !isTesting) || query.isLoadingError;
  const settle = useEffectEvent(() => {
    if (!query.isLoadingError) keepHeight(app, layout, 0);
    onSettled();
  });
  useEffect(() => {
    if (isAbsent) settle();
  }, [isAbsent]);
  if (isAbsent) return null;
  // The space that the steps took when they were shown last, so that they do not move what is below.
  const space = height ? <div style={{ height }} aria-hidden /> : null;
  if (!isReady || progress === undefined || steps === undefined) return space;
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
    <Suspense fallback={space}>
      <StepsPanel
        steps={steps}
        link={progress.newest_link}
        isCounted={progress.phone_visit !== null}
        isAlone={layout.isAlone}
        isTesting={isTesting}
        onTest={(opened) => {
          setTesting(opened);
          if (!opened && isDone) focusPage();
        }}
        onTested={mark}
        onHide={hide}
        onHeight={(pixels) => {
          keepHeight(app, layout, pixels);
          onSettled();
        }}
      />
    </Suspense>
  );
}
