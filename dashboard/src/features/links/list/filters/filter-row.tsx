import { Group, Text, UnstyledButton } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconAction } from '../../../../components/icon-action.tsx';
import { links as linksTexts } from '../../../../texts/links.ts';
import { savedFilters as texts } from '../../../../texts/saved-filters.ts';
import { shared } from '../../../../texts/shared.ts';
import { FilterName } from './filter-name.tsx';
import type { SavedFilter } from './filters-query.ts';

interface FilterRowProps {
  readonly filter: SavedFilter;
  /** Of all filters. */
  readonly names: readonly string[];
  readonly isCurrent: boolean;
  readonly isSaving: boolean;
  readonly onApply: () => void;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onRemove: () => void;
}

export function FilterRow(props: FilterRowProps) {
  const { filter, names, isCurrent, isSaving, onApply, onRename, onRemove } = props;
  const { name } = filter;
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <li>
        <FilterName
          current={name}
          names={names}
          label={texts.newName}
          action={texts.renameNow}
          isSaving={isSaving}
          onSave={async (next) => {
            if (next !== name) await onRename(next);
            setRenaming(false);
          }}
          // The dialog stays open.
          data-mantine-stop-propagation
          autoFocus
          onKeyDown={(event) => {
            if (event.key === 'Escape') setRenaming(false);
          }}
        />
      </li>
    );
  }
  return (
    <Group component="li" wrap="nowrap" gap={4}>
      <UnstyledButton
        flex={1}
        p="xs"
        bdrs="md"
        style={{ minWidth: 0, overflowWrap: 'anywhere' }}
        aria-current={isCurrent}
        onClick={onApply}
      >
        <Text size="sm" fw={isCurrent ? 600 : 500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" lineClamp={2}>
          {summary(filter.query)}
        </Text>
      </UnstyledButton>
      <IconAction label={texts.rename(name)} size={32} onClick={() => setRenaming(true)}>
        <Pencil size={15} aria-hidden />
      </IconAction>
      <IconAction label={texts.remove(name)} size={32} onClick={onRemove}>
        <Trash2 size={15} aria-hidden />
      </IconAction>
    </Group>
  );
}

function summary(query: SavedFilter['query']): string {
  const { q, tag, state, template, validity, expires_within_days: days, sort } = query;
  const parts = [
    q === undefined ? undefined : `“${q}”`,
    tag === undefined ? undefined : `${linksTexts.tag}: ${tag}`,
    state === undefined ? undefined : shared.states[state],
    validity === undefined ? undefined : linksTexts.validity[validity],
    days === undefined ? undefined : linksTexts.validity.endsWithin(days),
    template === undefined ? undefined : `${linksTexts.template}: ${template}`,
    sort === 'oldest' ? linksTexts.oldest : undefined,
    sort === 'clicks_7d' ? linksTexts.mostClicks(7) : undefined,
    sort === 'clicks_30d' ? linksTexts.mostClicks(30) : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ') || texts.any;
}
