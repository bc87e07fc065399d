import { useLocalStorage } from '@mantine/hooks';

/** Whether the key `/` searches the list of links in this browser, and the function that changes it. */
export function useSearchKey() {
  return useLocalStorage({
    key: 'smartlink.search-key',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
}
