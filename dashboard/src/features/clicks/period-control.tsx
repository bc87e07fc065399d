import { Button, SegmentedControl, Select } from '@mantine/core';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { usePhone } from '../../components/use-phone.ts';
import { clicks as words } from '../../texts/clicks.ts';
import type { ClicksSearch } from './clicks-parameters.ts';
import { CustomPeriod } from './custom-period.tsx';
import { periodName } from './dates.ts';
import { RANGES, type Range, type View } from './view.ts';

interface PeriodControlProps {
  readonly view: View;
  readonly onChange: (changes: ClicksSearch) => void;
}

/** Selects the period; a custom one is entered in a dialog. */
export function PeriodControl({ view, onChange }: PeriodControlProps) {
  const phone = usePhone();
  const [asking, setAsking] = useState(false);
  const data = RANGES.map((value) => ({ value, label: words.ranges[value] }));
  const select = (range: Range): void => {
    if (range === 'custom') setAsking(true);
    else onChange({ range });
  };
  return (
    <>
      {phone ? (
        <Select
          aria-label={words.period}
          data={data}
          value={view.range}
          onChange={(range) => range !== null && select(range)}
          allowDeselect={false}
          w="100%"
        />
      ) : (
        <SegmentedControl
          aria-label={words.period}
          data={data}
          value={view.range}
          onChange={select}
        />
      )}
      {view.range === 'custom' && (
        <Button
          variant="default"
          leftSection={<CalendarDays size={16} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          {periodName(view.from, view.to)}
        </Button>
      )}
      <CustomPeriod
        opened={asking}
        view={view}
        onClose={() => setAsking(false)}
        onShow={(from, to) => {
          setAsking(false);
          onChange({ range: 'custom', from, to });
        }}
      />
    </>
  );
}
