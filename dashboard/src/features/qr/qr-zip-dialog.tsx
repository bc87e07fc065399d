import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { zipSync } from 'fflate';
import { useEffect, useRef, useState } from 'react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { qr as words } from '../../texts/qr.ts';
import { shared as texts } from '../../texts/shared.ts';
import { fileNamesOf, type NamedLink } from './file-name.ts';
import { QrFields } from './qr-fields.tsx';
import { qrFile } from './qr-file.ts';
import type { QrOptions } from './qr-options.ts';
import { useQrOptions } from './use-qr-options.ts';

interface QrLink extends NamedLink {
  readonly smartlink: string;
}

interface QrZipDialogProps {
  readonly links: readonly QrLink[];
  readonly onClose: () => void;
}

/** The QR codes of the selected links as a ZIP file. */
export function QrZipDialog({ links, onClose }: QrZipDialogProps) {
  const [options, change] = useQrOptions();
  const [done, setDone] = useState(0);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    return () => controller.abort();
  }, []);
  const save = useMutation({
    mutationFn: async () => {
      setDone(0);
      const zip = await qrZip(links, options, stop.current.signal, setDone);
      if (zip) saveFile(zip, 'qr-codes.zip');
    },
  });
  return (
    <Modal opened onClose={onClose} title={words.zipTitle} centered size="md">
      <Stack>
        <Text size="sm">{words.zipLead(links.length)}</Text>
        <QrFields options={options} onChange={change} />
        <ErrorAlert error={save.error} />
        <Text size="sm" role="status">
          {save.isPending && words.progress(done, links.length)}
          {save.isSuccess && words.saved(links.length)}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {save.isSuccess ? texts.close : texts.cancel}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate()}>
            {words.zip(links.length)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The codes of many links as a ZIP file. `onProgress`: how many are finished. Undefined if `stop` ended it. */
async function qrZip(
  links: readonly QrLink[],
  options: QrOptions,
  stop: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Blob | undefined> {
  const names = fileNamesOf(links, options.format);
  const files: Record<string, Uint8Array> = {};
  for (const [index, link] of links.entries()) {
    if (stop.aborted) return undefined;
    const file = await qrFile(link.smartlink, options);
    files[names[index] ?? link.code] = new Uint8Array(await file.arrayBuffer());
    onProgress(index + 1);
  }
  // A PNG is compressed already.
  const zip = zipSync(files, { level: options.format === 'png' ? 0 : 6 });
  return new Blob([new Uint8Array(zip)], { type: 'application/zip' });
}
