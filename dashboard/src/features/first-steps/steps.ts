import type { SetupProgress } from '../../api/types.ts';

export type StepName = 'base' | 'domain' | 'association' | 'link' | 'phone';

export interface Step {
  readonly name: StepName;
  readonly isDone: boolean;
}

interface Person {
  /** May change settings. */
  readonly mayConfigure: boolean;
  /** May create links. */
  readonly mayCreate: boolean;
  /** Has marked the test with a phone as done. Counts only if visits are not recorded. */
  readonly hasTested: boolean;
}

/** The steps that a person can do, in their order. */
export function stepsFor(
  { base, domain, association, newest_link: newestLink, phone_visit: visit }: SetupProgress,
  { mayConfigure, mayCreate, hasTested }: Person,
): readonly Step[] {
  const settings: readonly Step[] = [
    { name: 'base', isDone: base },
    { name: 'domain', isDone: domain },
    ...(association === null ? [] : [{ name: 'association', isDone: association } as const]),
  ];
  return [
    ...(mayConfigure ? settings : []),
    ...(mayCreate ? [{ name: 'link', isDone: newestLink !== null } as const] : []),
    ...(mayCreate || newestLink !== null
      ? [{ name: 'phone', isDone: visit ?? hasTested } as const]
      : []),
  ];
}

export function isComplete(steps: readonly Step[]): boolean {
  return steps.every(({ isDone }) => isDone);
}
