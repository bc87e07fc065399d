import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { qr as words } from '../../texts/qr.ts';
import { shared as texts } from '../../texts/shared.ts';
import { QrFields } from './qr-fields.tsx';
import { saveFile } from './qr-file.ts';
import { qrZip, type QrLink } from './qr-zip.ts';
import { useQrOptions } from './use-qr-options.ts';

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
