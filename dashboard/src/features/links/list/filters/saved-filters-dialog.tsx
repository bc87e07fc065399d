import { Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useApp } from '../../../../api/session.ts';
import { Empty } from '../../../../components/empty.tsx';
import { ErrorAlert } from '../../../../components/error-alert.tsx';
import { QueryState } from '../../../../components/query-state.tsx';
import { isSameValue } from '../../../../lib/json-value.ts';
import { savedFilters as texts } from '../../../../texts/saved-filters.ts';
import type { ListSearch } from '../list-search.ts';
import { FilterName } from './filter-name.tsx';
import { FilterRow } from './filter-row.tsx';
import { filtersQuery, useChangeFilters } from './filters-query.ts';
import { savedQuery, searchOf } from './saved-query.ts';

interface SavedFiltersDialogProps {
  readonly opened: boolean;
  readonly search: ListSearch;
  readonly onApply: (search: ListSearch) => void;
  readonly onClose: () => void;
}

/** Applies, saves, renames and deletes the filters of the signed-in member. */
export function SavedFiltersDialog(props: SavedFiltersDialogProps) {
  const { opened, search, onApply } = props;
  const app = useApp();
  const known = useQuery(filtersQuery(app));
  const change = useChangeFilters(app);
  const close = (): void => {
    // An error is not that of the next time.
    change.reset();
    props.onClose();
  };
  const filters = known.data?.filters ?? [];
  const current = savedQuery(search);
  const names = filters.map(({ name }) => name);
  const hasCurrent = Object.keys(current).length > 0;
  return (
    <Modal opened={opened} onClose={close} title={texts.title}>
      <Stack>
        <QueryState query={known} height={120} />
        <ErrorAlert error={change.error} />
        {hasCurrent && known.isSuccess && (
          <FilterName
            current=""
            names={names}
            label={texts.name}
            description={texts.nameHint}
            action={texts.save}
            isSaving={change.isPending}
            data-autofocus
            onSave={(name) => change.mutateAsync({ save: [{ name, query: current }] })}
          />
        )}
        {known.isSuccess && filters.length === 0 && !hasCurrent && (
          <Empty icon={Bookmark} title={texts.none} text={texts.noneText} />
        )}
        {filters.length > 0 && (
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {filters.map((filter) => (
              <FilterRow
                key={filter.name}
                filter={filter}
                names={names}
                isSaving={change.isPending}
                isCurrent={isSameValue(filter.query, current)}
                onApply={() => {
                  onApply(searchOf(filter.query));
                  close();
                }}
                onRename={(name) =>
                  change.mutateAsync({ remove: [filter.name], save: [{ ...filter, name }] })
                }
                onRemove={() => change.mutate({ remove: [filter.name] })}
              />
            ))}
          </Stack>
        )}
      </Stack>
    </Modal>
  );
}
