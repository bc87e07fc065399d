import { ActionIcon, Button, Collapse, Flex, Group, Kbd, TextInput } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { ListFilter, Search, X } from 'lucide-react';
import { memo, Suspense, useCallback, useState, type RefObject } from 'react';
import { appQuery } from '../../../api/app-document.ts';
import { useApp } from '../../../api/session.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { useSearchKey } from '../../../components/use-search-key.ts';
import { usePhone } from '../../../components/use-phone.ts';
import { WithTooltip } from '../../../components/with-tooltip.tsx';
import {
  filterCount,
  isFiltered,
  withParameter,
  type ListSearch,
  type SearchChange,
} from './list-search.ts';
import { SavedFiltersButton } from './filters/saved-filters-button.tsx';
import { useSearchInput } from './use-search-input.ts';
import classes from './links-filters.module.css';

// The links appear first: these fields are as much code and work as all other parts of the page together.
const FilterFields = lazyPart(async () => (await import('./filter-fields.tsx')).FilterFields);

interface LinksFiltersProps {
  readonly search: ListSearch;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChange: (change: SearchChange, options: { readonly replace: boolean }) => void;
  readonly onClear: () => void;
}

/** The search and the filters of the list; all of them are part of the page address. */
export const LinksFilters = memo(function LinksFilters(props: LinksFiltersProps) {
  const { search, input, onChange, onClear } = props;
  const phone = usePhone();
  const [opened, setOpened] = useState(false);
  const [hasKey] = useSearchKey();
  useWindowEvent('keydown', (event) => {
    if (!hasKey || !isSearchKey(event)) return;
    event.preventDefault();
    input.current?.focus();
  });
  const [typed, setTyped] = useSearchInput(search.q ?? '', (q) =>
    onChange((current) => withParameter(current, 'q', q.trim()), { replace: true }),
  );
  const count = filterCount(search);
  const apply = useCallback(
    (change: SearchChange) => onChange(change, { replace: false }),
    [onChange],
  );
  const filters = (
    <Suspense fallback={<Placeholders />}>
      <FilterFields search={search} onChange={apply} />
    </Suspense>
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
          aria-keyshortcuts={hasKey ? '/' : undefined}
          leftSection={<Search size={16} aria-hidden />}
          rightSection={hasKey && typed === '' && !phone ? <Kbd size="xs">/</Kbd> : undefined}
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
        <SavedFiltersButton search={search} onApply={(saved) => apply(() => saved)} />
        {isFiltered(search) && !phone && (
          <WithTooltip label={linksTexts.clearFilters}>
            <ActionIcon variant="default" size={36} aria-label={linksTexts.clear} onClick={onClear}>
              <X size={16} />
            </ActionIcon>
          </WithTooltip>
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
});

/** Is it the key `/`, outside of fields, dialogs and menus? On many keyboards it is typed with Shift. */
function isSearchKey({ key, ctrlKey, altKey, metaKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || altKey || metaKey) return false;
  if (document.querySelector('[role="dialog"], [role="menu"]')) return false;
  return !(
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

/** The outlines of the fields: one more if the app has templates. */
function Placeholders() {
  const app = useQueryClient().getQueryData(appQuery(useApp()).queryKey);
  const length = app?.data.templates?.length ? 5 : 4;
  return Array.from({ length }, (_, index) => (
    <div key={index} className={classes.filter} aria-hidden />
  ));
}
