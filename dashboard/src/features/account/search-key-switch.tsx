import { Switch } from '@mantine/core';
import { useSearchKey } from '../../components/use-search-key.ts';
import { account as accountTexts } from '../../texts/account.ts';

/** Turns a shortcut of one key off: speech input can type it unintentionally. */
export function SearchKeySwitch() {
  const [enabled, setEnabled] = useSearchKey();
  return (
    <Switch
      label={accountTexts.searchKey}
      checked={enabled}
      onChange={(event) => setEnabled(event.currentTarget.checked)}
    />
  );
}
