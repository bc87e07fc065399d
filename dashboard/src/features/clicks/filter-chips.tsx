import { Button, Group } from '@mantine/core';
import { X } from 'lucide-react';
import { clicks as words } from '../../texts/clicks.ts';
import { valueName } from './value-name.ts';
import type { Filter } from './view.ts';

interface FilterChipsProps {
  readonly filters: readonly Filter[];
  readonly onRemove: (filter: Filter) => void;
  readonly onClear: () => void;
}

/** The active filters; a click removes one. */
export function FilterChips({ filters, onRemove, onClear }: FilterChipsProps) {
  if (filters.length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label={words.filters}>
      {filters.map((filter) => {
        const dimension = words.dimensions[filter.by];
        const value = valueName(filter.by, filter.value);
        return (
          <Button
            key={filter.by}
            size="xs"
            radius="xl"
            variant="light"
            maw="100%"
            rightSection={<X size={14} aria-hidden />}
            aria-label={words.removeFilter(dimension, value)}
            onClick={() => onRemove(filter)}
          >
            {words.filter(dimension, value)}
          </Button>
        );
      })}
      {filters.length > 1 && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {words.removeFilters}
        </Button>
      )}
    </Group>
  );
}
