import { Button, Group, Paper, TextInput } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { hostOf } from './hosts.ts';

interface AddHostProps {
  readonly hosts: readonly string[];
  /** Why the last host was rejected. */
  readonly issue: string | undefined;
  readonly busy: boolean;
  readonly onType: () => void;
  /** `done` empties the field. */
  readonly onAdd: (host: string, done: () => void) => void;
}

export function AddHost({ hosts, issue, busy, onType, onAdd }: AddHostProps) {
  const [typed, setTyped] = useState('');
  const words = setupTexts.hosts;
  const wanted = hostOf(typed);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (wanted !== '' && !hosts.includes(wanted)) onAdd(wanted, () => setTyped(''));
  }
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <form onSubmit={submit}>
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label={words.add}
            placeholder="go.shop.example"
            value={typed}
            onChange={(event) => {
              onType();
              setTyped(event.currentTarget.value);
            }}
            error={hosts.includes(wanted) ? words.known(wanted) : issue}
            flex={1}
            miw={0}
            inputMode="url"
            {...EXACT_INPUT}
          />
          <Button
            type="submit"
            mt={25}
            leftSection={<Plus size={16} aria-hidden />}
            loading={busy}
            disabled={wanted === ''}
          >
            {texts.add}
          </Button>
        </Group>
      </form>
    </Paper>
  );
}
