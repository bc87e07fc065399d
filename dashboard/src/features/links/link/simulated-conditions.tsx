import { SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { Hint } from '../../../components/hint.tsx';
import { TimeInput } from '../../../components/time-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import { kindsIn, type ConditionKind, type Rule } from '../../../components/rules/rule.ts';
import { rules as rulesTexts } from '../../../texts/rules.ts';
import { simulated, SIMULATED_FIELDS, type Simulated } from './simulated.ts';

const words = rulesTexts.preview;
const TYPING_MS = 400;

/** The conditions of the simulated visitors: what was typed, and the fields for it. */
export function useSimulatedConditions(rules: readonly Rule[]) {
  const kinds = useMemo(() => kindsIn(rules), [rules]);
  const [typed, setTyped] = useState<Simulated>({});
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  return { kinds, typed, setTyped, query: simulated(settled, kinds).query };
}

interface SimulatedConditionsProps {
  readonly kinds: ReadonlySet<ConditionKind>;
  readonly typed: Simulated;
  readonly onChange: (typed: Simulated) => void;
}

/** A field for each kind of condition that the rules of the link have. */
export function SimulatedConditions({ kinds, typed, onChange }: SimulatedConditionsProps) {
  if (kinds.size === 0) return null;
  const { wrong } = simulated(typed, kinds);
  return (
    <Panel title={words.title}>
      <Hint>{words.text}</Hint>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="sm">
        {SIMULATED_FIELDS.map(
          ({ name, kind }) =>
            kinds.has(kind) &&
            (kind === 'time' ? (
              <TimeInput
                key={name}
                label={words[name]}
                value={typed[name] ?? ''}
                onChange={(text) => onChange({ ...typed, [name]: text })}
              />
            ) : (
              <TextInput
                key={name}
                label={words[name]}
                value={typed[name] ?? ''}
                onChange={(event) => onChange({ ...typed, [name]: event.currentTarget.value })}
                error={wrong.has(name) ? words.wrong : undefined}
                maxLength={1024}
                {...EXACT_INPUT}
              />
            )),
        )}
      </SimpleGrid>
    </Panel>
  );
}
