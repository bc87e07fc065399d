import { TagsInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { links as linksTexts } from '../../texts/links.ts';
import { useTagSearch } from './list/links-query.ts';

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 64;

interface TagsFieldProps {
  readonly value: string[];
  readonly onChange: (tags: string[]) => void;
  readonly error?: ReactNode;
  /** The heading above already is its label. */
  readonly named?: boolean;
  /** The field has the focus in a dialog that opens. */
  readonly isFirst?: boolean;
}

/** The tags of a link; tags of other links are suggested. */
export function TagsField(props: TagsFieldProps) {
  const { value, onChange, error, named = false, isFirst = false } = props;
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const found = useTagSearch(typed, opened);
  return (
    <TagsInput
      {...(named ? { 'aria-label': linksTexts.tags } : { label: linksTexts.tags })}
      description={linksTexts.tagsHint}
      placeholder={value.length === 0 ? linksTexts.tagsExample : ''}
      data={[...(found.data?.tags ?? [])]}
      value={value}
      // Pasted lists have white space after commas, which the service rejects.
      onChange={(tags) =>
        onChange([...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== ''))
      }
      searchValue={typed}
      onSearchChange={setTyped}
      onFocus={() => setOpened(true)}
      maxTags={MAX_TAGS}
      maxLength={MAX_TAG_LENGTH}
      acceptValueOnBlur
      clearable
      // The list itself scrolls, which the keyboard of a combobox supports.
      withScrollArea={false}
      styles={{ options: { maxHeight: 220, overflowY: 'auto' } }}
      {...(isFirst && {
        'data-autofocus': true,
        // Below the field are the buttons of the dialog.
        comboboxProps: { position: 'top' as const },
      })}
      {...(error === undefined ? {} : { error })}
    />
  );
}
