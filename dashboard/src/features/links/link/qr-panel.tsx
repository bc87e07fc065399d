import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { links as linksTexts } from '../../../texts/links.ts';
import { qrPng, qrSvg } from './qr.ts';

interface QrPanelProps {
  readonly address: string;
  /** The name of the files, without extension. */
  readonly name: string;
}

/** The address as a QR code, to view, save and copy. */
export function QrPanel({ address, name }: QrPanelProps) {
  const words = linksTexts.qr;
  const svg = useQuery({
    queryKey: ['qr', address],
    queryFn: () => qrSvg(address),
    staleTime: Infinity,
    retry: false,
  });
  const png = useMutation({
    mutationFn: async () => save(await qrPng(address), `${name}.png`),
  });
  const copy = useMutation({
    // Browsers require the promise: after awaiting the image, the click no longer permits it.
    mutationFn: () =>
      navigator.clipboard.write([new ClipboardItem({ 'image/png': qrPng(address) })]),
    onSuccess: () => notifications.show({ color: 'teal', message: words.copied }),
  });
  const source = svg.data;
  return (
    <Stack align="center">
      <Box
        w="100%"
        maw={280}
        bdrs="md"
        bd="1px solid var(--mantine-color-default-border)"
        style={{ aspectRatio: 1, overflow: 'hidden', background: '#fff' }}
      >
        {source === undefined ? (
          <Skeleton height="100%" />
        ) : (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(source)}`}
            alt={words.alt(address)}
            style={{ display: 'block', width: '100%', height: '100%' }}
          />
        )}
      </Box>
      <Text size="sm" ff="monospace" ta="center" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
      <ErrorAlert error={svg.error ?? png.error ?? copy.error} />
      <Group gap="xs" justify="center">
        <Button
          leftSection={<Download size={16} aria-hidden />}
          disabled={source === undefined}
          onClick={() => {
            if (source !== undefined) {
              save(new Blob([source], { type: 'image/svg+xml' }), `${name}.svg`);
            }
          }}
        >
          {words.svg}
        </Button>
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={png.isPending}
          onClick={() => png.mutate()}
        >
          {words.png}
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
      </Group>
    </Stack>
  );
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The download has started after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
