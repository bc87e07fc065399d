import { useMediaQuery } from '@mantine/hooks';

/** Below the width at which the menu is shown beside the page. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
