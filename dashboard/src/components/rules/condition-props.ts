import type { Conditions } from './rule.ts';

export interface ConditionProps {
  readonly when: Conditions;
  readonly error: string | undefined;
  readonly disabled: boolean;
  /** The condition was just added. */
  readonly added: boolean;
  readonly onChange: (when: Conditions) => void;
}
