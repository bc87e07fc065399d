import { Box, Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { Copy, Download, SlidersHorizontal } from 'lucide-react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { qr as words } from '../../texts/qr.ts';
import { fileNameOf, type NamedLink } from './file-name.ts';
import { QrFields } from './qr-fields.tsx';
import { qrFile, qrPng, qrSvg } from './qr-file.ts';
import { useQrOptions } from './use-qr-options.ts';

/** The address as a QR code, to view, save and copy. */
export function QrPanel({ address, code, name }: NamedLink & { readonly address: string }) {
  const [options, change] = useQrOptions();
  const [opened, { toggle }] = useDisclosure(false);
  const save = useMutation({
    mutationFn: async () =>
      saveFile(await qrFile(address, options), fileNameOf({ code, name }, options.format)),
  });
  const copy = useMutation({
    // Browsers require the promise: after awaiting the image, the click no longer permits it.
    mutationFn: () =>
      navigator.clipboard.write([new ClipboardItem({ 'image/png': qrPng(address, options) })]),
    onSuccess: () => notifications.show({ color: 'teal', message: words.copied }),
  });
  return (
    <Stack>
      <Box
        w="100%"
        maw={240}
        mx="auto"
        bdrs="md"
        bd="1px solid var(--mantine-color-default-border)"
        style={{ aspectRatio: 1, overflow: 'hidden', background: options.light }}
      >
        <img
          src={`data:image/svg+xml,${encodeURIComponent(qrSvg(address, options))}`}
          alt={words.alt(address)}
          style={{ display: 'block', width: '100%', height: '100%' }}
        />
      </Box>
      <Text size="sm" ff="monospace" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
      <ErrorAlert error={save.error ?? copy.error} />
      <Group gap="xs" justify="center">
        <Button
          leftSection={<Download size={16} aria-hidden />}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {words.download(options)}
        </Button>
        {/* Does not exist on plain http. */}
        {navigator.clipboard !== undefined && 'ClipboardItem' in window && (
          <Button
            variant="default"
            leftSection={<Copy size={16} aria-hidden />}
            loading={copy.isPending}
            onClick={() => copy.mutate()}
          >
            {words.copy}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<SlidersHorizontal size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={toggle}
        >
          {words.customize}
        </Button>
      </Group>
      <Collapse expanded={opened}>
        <QrFields options={options} onChange={change} />
      </Collapse>
    </Stack>
  );
}
