import { Switch, Text } from '@mantine/core';
import type {
  AndroidApp,
  AppleApp,
  Finding,
  Platform,
  PlatformSettings,
} from '../../../api/types.ts';
import { Hint } from '../../../components/hint.tsx';
import { AddressInput } from '../../../components/address-input.tsx';
import { WithHelp } from '../../../components/with-help.tsx';
import { Panel } from '../../../components/panel.tsx';
import { PlatformName } from '../../../components/platform-name.tsx';
import { isSameValue } from '../../../lib/json-value.ts';
import { openedAddress } from '../../../lib/opened-address.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { AndroidApps } from './android-apps.tsx';
import { AppleApps } from './apple-apps.tsx';
import { FindingNotes } from '../doctor/finding-note.tsx';
import { findingsAt } from '../doctor/findings.ts';
import { isBase, joined, type Platforms } from './platform-draft.ts';
import type { PartEditing } from '../use-part-editor.ts';

interface PlatformSettingsCardProps {
  readonly platform: Platform;
  readonly editing: PartEditing<Platforms>;
  readonly findings: readonly Finding[];
  readonly path: string;
}

/** The settings of one platform, with the findings of the doctor beside the fields. */
export function PlatformSettingsCard(props: PlatformSettingsCardProps) {
  const { platform, editing, findings, path } = props;
  const { value, base, set, issue, mayEdit } = editing;
  const settings = value[platform];
  const at = `/platforms/${platform}`;
  const change = (fields: { [K in keyof PlatformSettings]: PlatformSettings[K] }): void =>
    set({ ...value, [platform]: { ...settings, ...fields } });
  /** The findings of a field; none after it was edited, because findings are about saved values. */
  const found = (field: keyof PlatformSettings, below = false): readonly Finding[] => {
    const was = base.platforms[platform]?.[field];
    const untouched = isSameValue(was ?? '', settings[field] ?? '');
    return untouched ? findingsAt(findings, `${at}/${field}`, below) : [];
  };
  const words = setupTexts.platforms;
  const state = settings.enabled === false ? setupTexts.off : setupTexts.on;
  return (
    <Panel
      title={texts.platforms[platform]}
      heading={<PlatformName platform={platform} />}
      lead={platform === 'universal' ? words.universal : undefined}
      action={
        <Switch
          label={state}
          // It contains the visible label, for speech input.
          aria-label={words.state(texts.platforms[platform], state)}
          checked={settings.enabled !== false}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
          disabled={!mayEdit}
        />
      }
    >
      <FindingNotes
        findings={[
          ...findingsAt(findings, at, false),
          ...findingsAt(findings, `${at}/enabled`, false),
        ]}
      />
      {settings.enabled === false ? (
        <Hint>{words.off}</Hint>
      ) : (
        <>
          <div>
            <AddressInput
              kind={platform === 'web' ? 'web' : 'base'}
              label={words.fields.base}
              description={platform === 'web' ? words.baseHelpWeb : words.baseHelp}
              placeholder={platform === 'web' ? 'https://shop.example' : 'com.shop.app://'}
              value={settings.base ?? ''}
              onChange={(text) => change({ base: text })}
              error={issue(`${at}/base`)}
              disabled={!mayEdit}
            />
            <Becomes platform={platform} base={settings.base} path={path} />
            <FindingNotes findings={found('base')} />
          </div>
          <div>
            <WithHelp term="fallback">
              <AddressInput
                kind="web"
                label={words.fields.fallback}
                description={platform === 'web' ? words.fallbackHelpWeb : words.fallbackHelp}
                placeholder={words.stores[platform]}
                value={settings.fallback ?? ''}
                onChange={(text) => change({ fallback: text })}
                error={issue(`${at}/fallback`)}
                disabled={!mayEdit}
              />
            </WithHelp>
            <FindingNotes findings={found('fallback')} />
          </div>
          {platform !== 'web' && <Apps {...props} change={change} />}
          <FindingNotes findings={found('apps', true)} />
        </>
      )}
    </Panel>
  );
}

function Apps({
  platform,
  editing: { value, issue, mayEdit },
  change,
}: PlatformSettingsCardProps & { readonly change: (fields: PlatformSettings) => void }) {
  const { apps = [] } = value[platform];
  const shared = {
    platform: texts.platforms[platform],
    onChange: (next: readonly (AppleApp | AndroidApp)[]) => change({ apps: next }),
    issue: (index: number, field: string) => issue(`/platforms/${platform}/apps/${index}/${field}`),
    disabled: !mayEdit,
  };
  // The platform determines the type of the apps.
  return platform === 'android' ? (
    <AndroidApps {...shared} apps={apps as readonly AndroidApp[]} />
  ) : (
    <AppleApps {...shared} apps={apps as readonly AppleApp[]} />
  );
}

interface BecomesProps {
  readonly platform: Platform;
  readonly base: string | undefined;
  readonly path: string;
}

/** The address of the example path with this base. */
function Becomes({ platform, base, path }: BecomesProps) {
  const address = joined(base, path);
  const isComplete = base === undefined || base === '' || isBase(platform, base);
  return (
    <Text size="sm" c="dimmed" mt={6} component="div" style={{ overflowWrap: 'anywhere' }}>
      {!isComplete ? (
        setupTexts.platforms.incompleteBase[platform === 'web' ? 'web' : 'app']
      ) : address === undefined ? (
        setupTexts.platforms.noBase(path)
      ) : (
        <>
          <Text inherit span ff="monospace">
            {path}
          </Text>
          {` ${setupTexts.platforms.becomes} `}
          <Text inherit span ff="monospace" c="var(--mantine-color-text)">
            {openedAddress(address)}
          </Text>
        </>
      )}
    </Text>
  );
}
