import { Accordion, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { Panel } from '../../../components/panel.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { VISITORS } from './devices.ts';
import type { LinkPartProps } from './link-query.ts';
import { SimulatedConditions, useSimulatedConditions } from './simulated-conditions.tsx';
import { VisitorItem } from './visitor-item.tsx';

const MAX_USER_AGENT = 1024;

export function DevicesTab({ answer }: LinkPartProps) {
  const { code, rules } = answer.data;
  const { kinds, typed, setTyped, query } = useSimulatedConditions(rules);
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
