import { TextInput } from '@mantine/core';
import type { AppleApp } from '../../../api/types.ts';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { AppList, type AppListProps } from './app-list.tsx';
import styles from './app-list.module.css';

/** iOS apps that open links directly. */
export function AppleApps(props: AppListProps<AppleApp>) {
  const words = setupTexts.platforms.apple;
  return (
    <AppList {...props} help={words.help} newApp={{ team_id: '', bundle_id: '' }}>
      {(app, change, issue) => (
        <div className={styles.fields}>
          <TextInput
            label={words.team}
            description={words.teamHelp}
            placeholder="ABCDE12345"
            value={app.team_id}
            onChange={(event) =>
              change({ ...app, team_id: event.currentTarget.value.trim().toUpperCase() })
            }
            error={issue('team_id')}
            disabled={props.disabled}
            maxLength={10}
            {...EXACT_INPUT}
          />
          <TextInput
            label={words.bundle}
            description={words.bundleHelp}
            placeholder="com.shop.app"
            value={app.bundle_id}
            onChange={(event) => change({ ...app, bundle_id: event.currentTarget.value.trim() })}
            error={issue('bundle_id')}
            disabled={props.disabled}
            {...EXACT_INPUT}
          />
        </div>
      )}
    </AppList>
  );
}
