import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { appQuery } from '../../../api/app-document.ts';
import { useApp } from '../../../api/session.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import {
  EXPIRY_DAYS,
  searchQuery,
  STATES,
  VALIDITIES,
  validityChoice,
  withParameter,
  withValidityChoice,
  type ListSearch,
  type SearchChange,
} from './list-search.ts';
import { TagFilter } from './tag-filter.tsx';

const WIDTH = { w: { base: '100%', sm: 144 }, style: { flexShrink: 0 } } as const;

interface FilterFieldsProps {
  readonly search: ListSearch;
  readonly onChange: (change: SearchChange) => void;
}

/** The fields that select what a list shows. Rendered only when they change: they are large. */
export const FilterFields = memo(function FilterFields({ search, onChange }: FilterFieldsProps) {
  const setup = useQuery(appQuery(useApp()));
  const names = (setup.data?.data.templates ?? []).map(({ name }) => name);
  const { template } = search;
  const { expires_within_days: days } = searchQuery(search);
  return (
    <>
      <TagFilter
        value={search.tag ?? null}
        onChange={(tag) => onChange((current) => withParameter(current, 'tag', tag))}
      />
      <Select
        aria-label={linksTexts.state}
        placeholder={linksTexts.anyState}
        data={STATES.map((value) => ({ value, label: texts.states[value] }))}
        value={STATES.find((known) => known === search.state) ?? null}
        onChange={(state) => onChange((current) => withParameter(current, 'state', state))}
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
        onChange={(choice) => onChange((current) => withValidityChoice(current, choice))}
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
          onChange={(name) => onChange((current) => withParameter(current, 'template', name))}
          searchable
          // An app can have thousands, and each option takes time to show.
          limit={100}
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
          onChange((current) => withParameter(current, 'sort', sort === 'newest' ? null : sort))
        }
        allowDeselect={false}
        {...WIDTH}
      />
    </>
  );
});
