import { Accordion, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState, type FormEvent } from 'react';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { Hint } from '../../../components/hint.tsx';
import { Panel } from '../../../components/panel.tsx';
import { kindsIn, type ConditionKind } from '../../../components/rules/rule.ts';
import { TimeInput } from '../../../components/time-input.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { rules as rulesTexts } from '../../../texts/rules.ts';
import { VISITORS } from './devices.ts';
import type { LinkPartProps } from './link-query.ts';
import { simulated, SIMULATED_FIELDS, type Simulated } from './simulated.ts';
import { VisitorItem } from './visitor-item.tsx';

const MAX_USER_AGENT = 1024;
const TYPING_MS = 400;

export function DevicesTab({ answer }: LinkPartProps) {
  const { code, rules } = answer.data;
  const kinds = useMemo(() => kindsIn(rules), [rules]);
  const [typed, setTyped] = useState<Simulated>({});
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const { query } = simulated(settled, kinds);
  const words = linksTexts.devices;
  const [tested, setTested] = useState<string>();
  return (
    <Stack>
      <Text c="dimmed" maw={680}>
        {words.lead}
      </Text>
      <SimulatedConditions kinds={kinds} typed={typed} onChange={setTyped} />
      <Accordion variant="contained" multiple order={2} bg="var(--mantine-color-body)">
        {VISITORS.map(({ name, kind, userAgent, cookie }) => (
          <VisitorItem
            key={name}
            id={name}
            code={code}
            kind={kind}
            label={words.names[name]}
            userAgent={userAgent}
            cookie={cookie}
            conditions={query}
          />
        ))}
      </Accordion>
      <Panel title={words.own}>
        <OwnUserAgent onAsk={setTested} />
        {tested !== undefined && (
          <Accordion
            key={tested}
            variant="contained"
            multiple
            order={3}
            defaultValue={['own']}
            aria-live="polite"
          >
            <VisitorItem
              id="own"
              code={code}
              kind="own"
              label={words.ownResult}
              userAgent={tested}
              conditions={query}
            />
          </Accordion>
        )}
      </Panel>
    </Stack>
  );
}

interface SimulatedConditionsProps {
  readonly kinds: ReadonlySet<ConditionKind>;
  readonly typed: Simulated;
  readonly onChange: (typed: Simulated) => void;
}

/** A field for each kind of condition that the rules of the link have. */
function SimulatedConditions({ kinds, typed, onChange }: SimulatedConditionsProps) {
  if (kinds.size === 0) return null;
  const words = rulesTexts.preview;
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

function OwnUserAgent({ onAsk }: { readonly onAsk: (userAgent: string) => void }) {
  const words = linksTexts.devices;
  const [typed, setTyped] = useState('');
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '') onAsk(typed.trim());
  };
  return (
    <form onSubmit={ask}>
      <Stack gap="sm">
        <TextInput
          label={words.userAgent}
          description={words.userAgentHint}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={MAX_USER_AGENT}
          {...EXACT_INPUT}
        />
        <Group gap="xs">
          <Button type="submit" variant="default" disabled={typed.trim() === ''}>
            {words.ask}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              setTyped(navigator.userAgent);
              onAsk(navigator.userAgent);
            }}
          >
            {words.thisBrowser}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
