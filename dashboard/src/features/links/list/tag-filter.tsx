import { Select } from '@mantine/core';
import { useState } from 'react';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { labelOf, tagOptions } from './tag-options.ts';
import { useTagSearch } from './links-query.ts';

interface TagFilterProps {
  readonly value: string | null;
  readonly onChange: (tag: string | null) => void;
}

/** Selects an existing tag; the service searches for it. */
export function TagFilter({ value, onChange }: TagFilterProps) {
  const [typed, setTyped] = useState(value ?? '');
  const [opened, setOpened] = useState(false);
  // After a tag is selected, the field contains its label, which is not a search text.
  const isSearch = value === null || (typed !== value && typed !== labelOf(value));
  const found = useTagSearch(isSearch ? typed : '', opened);
  const tags = found.data?.tags ?? [];
  const options = tagOptions(value === null ? tags : [...tags, value]);
  // A list contains only options, so the message is one too.
  const message = found.isFetching ? texts.loading : linksTexts.noTags;
  const none = { value: '', label: message, disabled: true };
  return (
    <Select
      aria-label={linksTexts.tag}
      placeholder={linksTexts.anyTag}
      data={options.length > 0 ? options : [none]}
      value={value}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      // The service has done it.
      filter={(all) => all.options}
      clearable
      w={{ base: '100%', sm: 144 }}
      style={{ flexShrink: 0 }}
    />
  );
}
