import '../../components/mantine-more.css';
import { ThemeControl } from '../../components/theme-control.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { account as accountTexts } from '../../texts/account.ts';
import { NameForm } from './name-form.tsx';
import { Password } from './password.tsx';
import { SearchKeySwitch } from './search-key-switch.tsx';
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
      <Panel title={accountTexts.theme} lead={accountTexts.themeLead}>
        <ThemeControl />
      </Panel>
      <Panel title={accountTexts.shortcuts} lead={accountTexts.shortcutsLead}>
        <SearchKeySwitch />
      </Panel>
    </Page>
  );
}
