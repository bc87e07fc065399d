import {
  ActionIcon,
  Button,
  Collapse,
  Flex,
  Group,
  Kbd,
  Select,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, Search, X } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { appQuery } from '../../../api/app-document.ts';
import { useApp } from '../../../api/session.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { usePhone } from '../../../components/use-phone.ts';
import {
  EXPIRY_DAYS,
  filterCount,
  isFiltered,
  searchQuery,
  STATES,
  VALIDITIES,
  validityChoice,
  withParameter,
  withValidityChoice,
  type ListSearch,
} from './list-search.ts';
import { SavedFiltersButton } from './filters/saved-filters-button.tsx';
import { TagFilter } from './tag-filter.tsx';
import { useSearchInput } from './use-search-input.ts';

interface LinksFiltersProps {
  readonly search: ListSearch;
  /** The search field. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (search: ListSearch, options: { readonly replace: boolean }) => void;
  readonly onClear: () => void;
}

/** The filters of the list; all of them are part of the page address. */
export function LinksFilters({ search, input, onChange, onClear }: LinksFiltersProps) {
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  useHotkeys([['/', () => input.current?.focus()]]);
  const [typed, setTyped] = useSearchInput(search.q ?? '', (q) =>
    onChange(withParameter(search, 'q', q.trim()), { replace: true }),
  );
  const count = filterCount(search);
  const filters = (
    <Filters search={search} onChange={(next) => onChange(next, { replace: false })} />
  );
  return (
    <search aria-label={linksTexts.searchLabel}>
      <Flex gap="sm" align="flex-start" wrap={{ base: 'nowrap', sm: 'wrap', xl: 'nowrap' }}>
        <TextInput
          ref={input}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped('');
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-row] a[tabindex="0"]')?.focus();
          }}
          placeholder={phone ? linksTexts.searchShortHint : linksTexts.searchHint}
          aria-label={linksTexts.searchLabel}
          aria-keyshortcuts="/"
          leftSection={<Search size={16} aria-hidden />}
          rightSection={typed === '' && !phone ? <Kbd size="xs">/</Kbd> : undefined}
          flex={1}
          miw={{ base: 0, sm: '100%', xl: 200 }}
          maxLength={2048}
        />
        {phone ? (
          <Button
            variant="default"
            leftSection={<ListFilter size={16} aria-hidden />}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            {linksTexts.filters(count)}
          </Button>
        ) : (
          filters
        )}
        <SavedFiltersButton
          search={search}
          onApply={(next) => onChange(next, { replace: false })}
        />
        {isFiltered(search) && !phone && (
          <Tooltip label={linksTexts.clearFilters}>
            <ActionIcon variant="default" size={36} aria-label={linksTexts.clear} onClick={onClear}>
              <X size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Flex>
      {phone && (
        <Collapse expanded={opened}>
          <Group gap="sm" mt="sm" grow preventGrowOverflow={false}>
            {filters}
          </Group>
        </Collapse>
      )}
    </search>
  );
}

const WIDTH = { w: { base: '100%', sm: 144 }, style: { flexShrink: 0 } } as const;

interface FiltersProps {
  readonly search: ListSearch;
  readonly onChange: (search: ListSearch) => void;
}

function Filters({ search, onChange }: FiltersProps) {
  const setup = useQuery(appQuery(useApp()));
  const names = (setup.data?.data.templates ?? []).map(({ name }) => name);
  const { template } = search;
  const { expires_within_days: days } = searchQuery(search);
  return (
    <>
      <TagFilter
        value={search.tag ?? null}
        onChange={(tag) => onChange(withParameter(search, 'tag', tag))}
      />
      <Select
        aria-label={linksTexts.state}
        placeholder={linksTexts.anyState}
        data={STATES.map((value) => ({ value, label: texts.states[value] }))}
        value={STATES.find((known) => known === search.state) ?? null}
        onChange={(state) => onChange(withParameter(search, 'state', state))}
        clearable
        {...WIDTH}
      />
      <Select
        aria-label={linksTexts.validity.label}
        placeholder={linksTexts.validity.any}
        data={[
          ...VALIDITIES.map((value) => ({ value, label: linksTexts.validity[value] })),
          ...[...new Set([...EXPIRY_DAYS, ...(days === undefined ? [] : [days])])].map((value) => ({
            value,
            label: linksTexts.validity.endsWithin(Number(value)),
          })),
        ]}
        value={validityChoice(search)}
        onChange={(choice) => onChange(withValidityChoice(search, choice))}
        clearable
        {...WIDTH}
      />
      {(names.length > 0 || template !== undefined) && (
        <Select
          aria-label={linksTexts.template}
          placeholder={linksTexts.anyTemplate}
          // A removed template can still have links.
          data={template === undefined || names.includes(template) ? names : [template, ...names]}
          value={template ?? null}
          onChange={(name) => onChange(withParameter(search, 'template', name))}
          searchable
          clearable
          {...WIDTH}
        />
      )}
      <Select
        aria-label={linksTexts.sort}
        data={[
          { value: 'newest', label: linksTexts.newest },
          { value: 'oldest', label: linksTexts.oldest },
          { value: 'clicks_30d', label: linksTexts.mostClicks(30) },
          { value: 'clicks_7d', label: linksTexts.mostClicks(7) },
        ]}
        value={searchQuery(search).sort ?? 'newest'}
        onChange={(sort) =>
          onChange(withParameter(search, 'sort', sort === 'newest' ? null : sort))
        }
        allowDeselect={false}
        {...WIDTH}
      />
    </>
  );
}
