import { Select } from '@mantine/core';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { clicks as words } from '../../texts/clicks.ts';
import { ownTimeZone } from './dates.ts';

interface ZoneSelectProps {
  readonly zone: string;
  /** Undefined: the time zone of the browser. */
  readonly onChange: (zone: string | undefined) => void;
}

/** Selects the time zone of days and hours. */
export function ZoneSelect({ zone, onChange }: ZoneSelectProps) {
  const own = ownTimeZone();
  const [known] = useState(() => [
    ...new Set([own, 'UTC', zone, ...Intl.supportedValuesOf('timeZone')]),
  ]);
  const zones = known.includes(zone) ? known : [...known, zone];
  return (
    <Select
      aria-label={words.zone}
      leftSection={<Globe size={16} aria-hidden />}
      data={zones.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
      value={zone}
      onChange={(chosen) => onChange(chosen === null || chosen === own ? undefined : chosen)}
      allowDeselect={false}
      searchable
      limit={100}
      nothingFoundMessage={words.noZone}
      w={{ base: '100%', sm: 220 }}
    />
  );
}
