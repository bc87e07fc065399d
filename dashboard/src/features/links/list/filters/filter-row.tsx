import { ActionIcon, Button, Group, Text, TextInput, UnstyledButton } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { links as linksTexts } from '../../../../texts/links.ts';
import { savedFilters as texts } from '../../../../texts/saved-filters.ts';
import { shared } from '../../../../texts/shared.ts';
import type { SavedFilter } from './filters-query.ts';

interface FilterRowProps {
  readonly filter: SavedFilter;
  /** Of all filters. */
  readonly names: readonly string[];
  readonly isCurrent: boolean;
  readonly onApply: () => void;
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onRemove: () => void;
}

export function FilterRow({
  filter,
  names,
  isCurrent,
  onApply,
  onRename,
  onRemove,
}: FilterRowProps) {
  const { name } = filter;
  const [isRenaming, setRenaming] = useState(false);
  if (isRenaming) {
    return (
      <Rename name={name} names={names} onRename={onRename} onClose={() => setRenaming(false)} />
    );
  }
  return (
    <Group component="li" wrap="nowrap" gap={4}>
      <UnstyledButton
        flex={1}
        p="xs"
        bdrs="md"
        style={{ minWidth: 0, overflowWrap: 'anywhere' }}
        className="hover"
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
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={texts.rename(name)}
        onClick={() => setRenaming(true)}
      >
        <Pencil size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={texts.remove(name)}
        onClick={onRemove}
      >
        <Trash2 size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

interface RenameProps {
  readonly name: string;
  readonly names: readonly string[];
  readonly onRename: (name: string) => Promise<unknown>;
  readonly onClose: () => void;
}

function Rename({ name, names, onRename, onClose }: RenameProps) {
  const [typed, setTyped] = useState(name);
  const next = typed.trim();
  const rename = async (): Promise<void> => {
    try {
      if (next !== name) await onRename(next);
      onClose();
    } catch {
      // The dialog shows the error.
    }
  };
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (next !== '') void rename();
        }}
      >
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            label={texts.newName}
            description={next !== name && names.includes(next) ? texts.replaces : undefined}
            value={typed}
            maxLength={60}
            autoComplete="off"
            // The dialog stays open.
            data-mantine-stop-propagation
            autoFocus
            flex={1}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') onClose();
            }}
          />
          <Button type="submit" disabled={next === ''}>
            {texts.renameNow}
          </Button>
        </Group>
      </form>
    </li>
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
