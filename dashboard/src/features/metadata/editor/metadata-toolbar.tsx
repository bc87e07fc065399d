import {
  ActionIcon,
  Box,
  Button,
  Group,
  Menu,
  Progress,
  SegmentedControl,
  Text,
} from '@mantine/core';
import { Copy, Ellipsis, History, Maximize2, Minimize2, Save, Trash2, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { IconAction } from '../../../components/icon-action.tsx';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import type { EditorMode } from './json-editor.tsx';
import { MAX_METADATA_BYTES } from './metadata-rules.ts';

interface ToolbarProps {
  readonly mode: EditorMode;
  readonly onMode: (mode: EditorMode) => void;
  readonly isFullScreen: boolean;
  readonly onFullScreen: () => void;
  readonly mayChange: boolean;
  readonly changed: boolean;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onVersions: () => void;
  readonly onCopy: () => void;
  readonly onRevert: () => void;
  /** Undefined: there is no saved document to remove. */
  readonly onRemove: (() => void) | undefined;
}

/** The buttons above the editor. */
export function MetadataToolbar(props: ToolbarProps) {
  const { mode, mayChange, changed, saving } = props;
  return (
    <Group gap="xs">
      <SegmentedControl
        me="auto"
        aria-label={metadataTexts.mode}
        value={mode}
        onChange={props.onMode}
        data={[
          { value: 'tree', label: metadataTexts.tree },
          { value: 'text', label: metadataTexts.text },
        ]}
      />
      {mayChange && (
        <Text size="sm" c={changed ? 'bright' : 'dimmed'} role="status" className="metadata-status">
          {saving
            ? metadataTexts.saving
            : changed
              ? metadataTexts.unsaved
              : metadataTexts.unchanged}
        </Text>
      )}
      <FullScreenButton {...props} />
      <MoreMenu {...props} />
      {mayChange && (
        <Button
          leftSection={<Save size={16} aria-hidden />}
          onClick={props.onSave}
          disabled={!changed}
          loading={saving}
        >
          {metadataTexts.save}
        </Button>
      )}
    </Group>
  );
}

function FullScreenButton({ isFullScreen, onFullScreen }: ToolbarProps) {
  const label = isFullScreen ? metadataTexts.endFullScreen : metadataTexts.fullScreen;
  return (
    <IconAction label={label} variant="default" size={36} onClick={onFullScreen}>
      {isFullScreen ? <Minimize2 size={18} /> : <Maximize2 size={18} />}
    </IconAction>
  );
}

function MoreMenu({ mayChange, changed, onVersions, onCopy, onRevert, onRemove }: ToolbarProps) {
  const button = useRef<HTMLButtonElement>(null);
  // A dialog returns the focus to the element that had it. The menu item is gone then, so the button gets it first.
  const withFocusOnButton = (ask: () => void) => () => {
    button.current?.focus();
    ask();
  };
  return (
    <>
      <IconAction label={metadataTexts.versions} variant="default" size={36} onClick={onVersions}>
        <History size={18} />
      </IconAction>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon ref={button} variant="default" size={36} aria-label={metadataTexts.more}>
            <Ellipsis size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Copy size={16} aria-hidden />} onClick={onCopy}>
            {metadataTexts.copyText}
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item
                leftSection={<Undo2 size={16} aria-hidden />}
                disabled={!changed}
                onClick={withFocusOnButton(onRevert)}
              >
                {metadataTexts.revert}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                c="red"
                leftSection={<Trash2 size={16} aria-hidden />}
                disabled={onRemove === undefined}
                onClick={onRemove && withFocusOnButton(onRemove)}
              >
                {metadataTexts.remove}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The size of the document and its share of the limit. */
export function SizeMeter({
  bytes,
  keys,
}: {
  readonly bytes: number;
  /** Undefined: the text is not valid JSON. */
  readonly keys: number | undefined;
}) {
  const part = Math.min(1, bytes / MAX_METADATA_BYTES);
  const label = metadataTexts.size(bytes, MAX_METADATA_BYTES);
  const color = bytes > MAX_METADATA_BYTES ? 'red' : part > 0.9 ? 'yellow' : undefined;
  return (
    <Group gap="sm" wrap="nowrap">
      <Progress.Root size="sm" w={88}>
        <Progress.Section value={part * 100} {...(color && { color })} aria-label={label} />
      </Progress.Root>
      <Box>
        <Text size="xs" c={color === 'red' ? 'red' : 'dimmed'}>
          {label}
          {keys !== undefined && ` · ${metadataTexts.keys(keys)}`}
        </Text>
      </Box>
    </Group>
  );
}
