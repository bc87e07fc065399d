import { ActionIcon } from '@mantine/core';
import { Bookmark } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyLayer } from '../../../../components/lazy-part.tsx';
import { WithTooltip } from '../../../../components/with-tooltip.tsx';
import { links as linksTexts } from '../../../../texts/links.ts';
import type { ListSearch } from '../list-search.ts';

const SavedFiltersDialog = lazyLayer(
  async () => (await import('./saved-filters-dialog.tsx')).SavedFiltersDialog,
);

interface SavedFiltersButtonProps {
  readonly search: ListSearch;
  readonly onApply: (search: ListSearch) => void;
}

export function SavedFiltersButton({ search, onApply }: SavedFiltersButtonProps) {
  const [state, setState] = useState<'new' | 'opened' | 'closed'>('new');
  return (
    <>
      <WithTooltip label={linksTexts.savedFilters}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={linksTexts.savedFilters}
          aria-haspopup="dialog"
          onClick={() => setState('opened')}
        >
          <Bookmark size={16} aria-hidden />
        </ActionIcon>
      </WithTooltip>
      {state !== 'new' && (
        <Suspense>
          <SavedFiltersDialog
            opened={state === 'opened'}
            search={search}
            onApply={onApply}
            onClose={() => setState('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
