import { Button, Center } from '@mantine/core';
import { shared as texts } from '../texts/shared.ts';

interface MoreButtonProps {
  /** The result of `useInfiniteQuery`. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ list }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Center>
      <Button
        variant="default"
        loading={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {texts.more}
      </Button>
    </Center>
  );
}
