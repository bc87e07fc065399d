import { useLocalStorage } from '@mantine/hooks';

/** Whether the key `/` searches the list of links in this browser, and the function that changes it. */
export function useSearchKey(): readonly [boolean, (enabled: boolean) => void] {
  const [enabled, setEnabled] = useLocalStorage({
    key: 'smartlink.search-key',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  return [enabled, setEnabled];
}
