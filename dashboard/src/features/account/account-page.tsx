import '../../components/mantine-more.css';
import { Switch } from '@mantine/core';
import { ThemeControl } from '../../components/theme-control.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { useSearchKey } from '../../components/use-search-key.ts';
import { account as accountTexts } from '../../texts/account.ts';
import { NameForm } from './name-form.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';

/** Settings of the user, independent of apps. */
export function AccountPage() {
  return (
    <Page title={accountTexts.title} width={720}>
      <Panel title={accountTexts.profile}>
        <NameForm />
      </Panel>
      <Panel title={accountTexts.password}>
        <Password />
      </Panel>
      <Sessions />
      <Panel title={accountTexts.theme} lead={accountTexts.thisBrowser}>
        <ThemeControl />
      </Panel>
      <Panel title={accountTexts.shortcuts} lead={accountTexts.thisBrowser}>
        <SearchKeySwitch />
      </Panel>
    </Page>
  );
}

/** Turns a shortcut of one key off: speech input can type it unintentionally. */
function SearchKeySwitch() {
  const [enabled, setEnabled] = useSearchKey();
  return (
    <Switch
      label={accountTexts.searchKey}
      checked={enabled}
      onChange={(event) => setEnabled(event.currentTarget.checked)}
    />
  );
}
