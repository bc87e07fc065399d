import { useMediaQuery } from '@mantine/hooks';

/** Is the screen too narrow to show the menu beside the page? */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
}
