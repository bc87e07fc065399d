import { TagsInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { links as linksTexts } from '../../texts/links.ts';
import { tagsQuery } from './list/links-query.ts';

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 64;

interface TagsFieldProps {
  readonly app: string;
  readonly value: string[];
  readonly onChange: (tags: string[]) => void;
  readonly error?: ReactNode;
  /** The heading above already names it. */
  readonly named?: boolean;
}

/** Tags of a link; those that other links have are offered, so that there is one word for one thing. */
export function TagsField({ app, value, onChange, error, named = false }: TagsFieldProps) {
  const [letters, setLetters] = useState('');
  const [asked, setAsked] = useState(false);
  const [wanted] = useDebouncedValue(letters.trim(), 150);
  const found = useQuery({
    ...tagsQuery(app, wanted),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  return (
    <TagsInput
      {...(named ? { 'aria-label': linksTexts.tags } : { label: linksTexts.tags })}
      description={linksTexts.tagsHint}
      placeholder={value.length === 0 ? linksTexts.tagsExample : ''}
      data={[...(found.data?.tags ?? [])]}
      value={value}
      // Pasted lists have white space after their commas; the service refuses it.
      onChange={(tags) =>
        onChange([...new Set(tags.map((tag) => tag.trim()))].filter((tag) => tag !== ''))
      }
      searchValue={letters}
      onSearchChange={setLetters}
      onFocus={() => setAsked(true)}
      maxTags={MAX_TAGS}
      maxLength={MAX_TAG_LENGTH}
      acceptValueOnBlur
      clearable
      {...(error === undefined ? {} : { error })}
    />
  );
}
