import {
  Group,
  Loader,
  NativeSelect,
  SegmentedControl,
  Text,
  useComputedColorScheme,
} from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isProblem } from '../../../api/problem.ts';
import { Panel } from '../../../components/panel.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { DeviceFrame } from './device-frame.tsx';
import { framed, type PreviewTheme } from './preview-document.ts';
import {
  PREVIEW_DEVICES,
  PREVIEW_PAGES,
  type Preview,
  type PreviewDevice,
  type PreviewPage,
} from './use-preview.ts';

/** The languages of the visitor pages, each by its own name. */
const LANGUAGES: readonly [code: string, name: string][] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['it', 'Italiano'],
  ['nl', 'Nederlands'],
  ['pt', 'Português'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['zh', '简体中文'],
  ['zh-Hant', '繁體中文'],
];

interface AppearancePreviewProps {
  readonly preview: Preview;
  /** The default social preview. */
  readonly card: ReactNode;
}

/** The preview of the visitor pages, beside the settings. */
export function AppearancePreview({ preview, card }: AppearancePreviewProps) {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [theme, setTheme] = useState<PreviewTheme>(scheme);
  const { choice, choose, html } = preview;
  const { page, device, language } = choice;
  const words = setupTexts.appearance.preview;
  const invalid = isProblem(preview.error, 'validation_failed');
  return (
    <Panel
      title={words.title}
      action={
        <Group gap="xs" wrap="nowrap">
          {preview.pending && <Loader size={16} aria-label={texts.loading} />}
          <SegmentedControl
            size="xs"
            aria-label={texts.nav.theme}
            value={theme}
            onChange={setTheme}
            data={[
              { value: 'light', label: texts.nav.light },
              { value: 'dark', label: texts.nav.dark },
            ]}
          />
        </Group>
      }
    >
      <NativeSelect
        label={words.page}
        value={page}
        onChange={(event) => choose({ page: event.currentTarget.value as PreviewPage })}
        data={PREVIEW_PAGES.map((value) => ({ value, label: words.pages[value] }))}
      />
      <Group grow preventGrowOverflow={false} gap="sm">
        <NativeSelect
          label={words.device}
          value={device}
          onChange={(event) => choose({ device: event.currentTarget.value as PreviewDevice })}
          data={PREVIEW_DEVICES.map((value) => ({ value, label: words.devices[value] }))}
        />
        <NativeSelect
          label={words.language}
          value={language}
          onChange={(event) => choose({ language: event.currentTarget.value })}
          data={LANGUAGES.map(([value, label]) => ({ value, label }))}
        />
      </Group>
      {invalid && (
        <Text size="sm" c="dimmed" role="status">
          {words.invalid}
        </Text>
      )}
      {!invalid && <ErrorAlert error={preview.error} retry={preview.retry} />}
      {page === 'preview' && card}
      {html !== undefined && page !== 'preview' && (
        <DeviceFrame
          device={device}
          html={framed(html, theme)}
          title={words.frame(words.pages[page], words.devices[device])}
        />
      )}
    </Panel>
  );
}
