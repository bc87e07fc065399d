import { Modal, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { FormActions } from '../../components/form-actions.tsx';
import { useInvalidFocus } from '../../components/invalid-focus.ts';
import { clicks as words } from '../../texts/clicks.ts';
import { dateIn, daysIn, isDate } from './dates.ts';
import { MAX_DAYS, type View } from './view.ts';

interface CustomPeriodProps {
  readonly opened: boolean;
  readonly view: View;
  readonly onClose: () => void;
  readonly onShow: (from: string, to: string) => void;
}

/** Asks for the first and the last day of a period. */
export function CustomPeriod({ opened, ...form }: CustomPeriodProps) {
  return (
    <Modal opened={opened} onClose={form.onClose} title={words.custom.title} centered size="sm">
      <PeriodForm {...form} />
    </Modal>
  );
}

/** It exists only while the dialog is open, so it starts with the period that is shown. */
function PeriodForm({ view, onClose, onShow }: Omit<CustomPeriodProps, 'opened'>) {
  const today = dateIn(view.zone, Date.now());
  const [from, setFrom] = useState(view.from);
  const [to, setTo] = useState(view.to > today ? today : view.to);
  const [error, setError] = useState<PeriodError>();
  const focus = useInvalidFocus(undefined);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    const found = errorOf(from, to);
    setError(found);
    if (found === undefined) onShow(from, to);
    else focus.refused();
  };
  return (
    <form ref={focus.form} onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          type="date"
          label={words.custom.from}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
          error={error?.field === 'from' && error.text}
        />
        <TextInput
          type="date"
          label={words.custom.to}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          error={error?.field === 'to' && error.text}
        />
        <FormActions submit={words.custom.show} busy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface PeriodError {
  readonly field: 'from' | 'to';
  readonly text: string;
}

function errorOf(from: string, to: string): PeriodError | undefined {
  if (!isDate(from)) return { field: 'from', text: words.custom.missing };
  if (!isDate(to)) return { field: 'to', text: words.custom.missing };
  if (to < from) return { field: 'to', text: words.custom.order };
  return daysIn(from, to) > MAX_DAYS ? { field: 'to', text: words.custom.long } : undefined;
}
