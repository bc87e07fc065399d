import { Button, Menu } from '@mantine/core';
import { Download } from 'lucide-react';
import { addressOf } from '../../api/call.ts';
import { useApp } from '../../api/session.ts';
import { clicks as words } from '../../texts/clicks.ts';
import type { View } from './view.ts';

interface ExportMenuProps {
  readonly view: View;
  readonly code: string | undefined;
}

/** Downloads the single clicks of the period. The browser writes the file while it arrives. */
export function ExportMenu({ view, code }: ExportMenuProps) {
  const app = useApp();
  const { from, to, zone } = view;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Download size={16} aria-hidden />}>
          {words.export.title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={280}>
        <Menu.Label>{words.export.text}</Menu.Label>
        {(['csv', 'ndjson'] as const).map((format) => (
          <Menu.Item
            key={format}
            component="a"
            download
            href={addressOf('clicks/export', { app, code, from, to, time_zone: zone, format })}
          >
            {words.export.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
