import { Button, Group, Loader, Text, VisuallyHidden } from '@mantine/core';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { shared as texts } from '../../../texts/shared.ts';
import type { LinkPages } from './links-query.ts';
import { isLongSearch } from './list-search.ts';
import type { ContinuedSearch } from './use-continued-search.ts';

interface ListEndProps {
  readonly pages: LinkPages;
  readonly found: number;
  readonly continued: ContinuedSearch;
  readonly filtered: boolean;
}

/** The state below the rows: an error, the progress of the search, that it was stopped, or the number of links. */
export function ListEnd({ pages, found, continued, filtered }: ListEndProps) {
  if (pages.isError) {
    const retry = pages.isFetchNextPageError ? pages.fetchNextPage : pages.refetch;
    return (
      <Group mt="md">
        <ErrorAlert error={pages.error} retry={() => void retry()} />
      </Group>
    );
  }
  const isLong = isLongSearch(pages.data?.pages ?? []);
  if (!pages.hasNextPage) {
    return (
      <Text role="status" size="sm" c="dimmed" ta="center" mt="md">
        {filtered ? linksTexts.allFound(found) : linksTexts.all(found)}
      </Text>
    );
  }
  if (continued.stopped) {
    return (
      <Group justify="center" mt="md" gap="sm">
        <Text role="status" size="sm" c="dimmed">
          {linksTexts.stopped(found)}
        </Text>
        <Button size="xs" variant="default" onClick={continued.resume}>
          {linksTexts.continueSearch}
        </Button>
      </Group>
    );
  }
  return (
    <Group justify="center" mt="md" gap="sm" mih={30}>
      <Loader size="xs" />
      <VisuallyHidden role="status">{isLong ? linksTexts.searching : texts.loading}</VisuallyHidden>
      {isLong && (
        <>
          <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {linksTexts.foundSoFar(found)}
          </Text>
          <Button size="xs" variant="default" onClick={continued.stop}>
            {linksTexts.stop}
          </Button>
        </>
      )}
    </Group>
  );
}
