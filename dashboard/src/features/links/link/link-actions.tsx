import { ActionIcon, Button, Menu, Modal, Skeleton, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  Check,
  Copy,
  EllipsisVertical,
  ExternalLink,
  Pause,
  Play,
  QrCode,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { useMay } from '../../../api/session.ts';
import { useCopy } from '../../../components/use-copy.ts';
import { links as linksTexts } from '../../../texts/links.ts';
import * as texts from '../../../texts/texts.ts';
import { usePhone } from '../../../components/use-phone.ts';
import { isRestorable } from '../restorable.ts';
import { DeleteLink } from './delete-link.tsx';
import type { LinkPartProps } from './link-query.ts';
import { RoleButton } from '../../../components/role-button.tsx';
import { useRestoreLink } from './use-restore-link.ts';
import { useSwitchLink } from './use-switch-link.tsx';

const QrPanel = lazy(async () => {
  const { QrPanel: Panel } = await import('../../qr/qr-panel.tsx');
  return { default: Panel };
});

/** The actions for the whole link. */
export function LinkActions({ answer }: LinkPartProps) {
  const [qr, { open: openQr, close: closeQr }] = useDisclosure(false);
  const { smartlink, code, name, state } = answer.data;
  return (
    <>
      {isRestorable(answer.data, Date.now()) && <RestoreButton code={code} />}
      {state !== 'deleted' && (
        <>
          <CopyAddress address={smartlink} />
          <QrButton onClick={openQr} />
          <Tooltip label={linksTexts.open}>
            <ActionIcon
              component="a"
              href={smartlink}
              target="_blank"
              rel="noopener"
              variant="default"
              size={36}
              aria-label={linksTexts.open}
            >
              <ExternalLink size={16} />
            </ActionIcon>
          </Tooltip>
          <LinkMenu answer={answer} />
        </>
      )}
      <Modal opened={qr} onClose={closeQr} title={linksTexts.qr.title} centered size="md">
        <Suspense fallback={<Skeleton height={320} />}>
          <QrPanel address={smartlink} code={code} name={name} />
        </Suspense>
      </Modal>
    </>
  );
}

function RestoreButton({ code }: { readonly code: string }) {
  const restore = useRestoreLink();
  return (
    <RoleButton
      needs="editor"
      color="link"
      leftSection={<RotateCcw size={16} aria-hidden />}
      loading={restore.isPending}
      onClick={() => restore.mutate(code)}
    >
      {linksTexts.restore}
    </RoleButton>
  );
}

function CopyAddress({ address }: { readonly address: string }) {
  const { copied, copy } = useCopy(address);
  return (
    <Button
      color={copied ? 'teal' : 'link'}
      leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={copy}
    >
      {copied ? texts.copied : linksTexts.copyAddress}
    </Button>
  );
}

function QrButton({ onClick }: { readonly onClick: () => void }) {
  const words = linksTexts.qr;
  if (usePhone()) {
    return (
      <ActionIcon variant="default" size={36} aria-label={words.button} onClick={onClick}>
        <QrCode size={16} />
      </ActionIcon>
    );
  }
  return (
    <Button variant="default" leftSection={<QrCode size={16} aria-hidden />} onClick={onClick}>
      {words.button}
    </Button>
  );
}

function LinkMenu({ answer }: LinkPartProps) {
  const may = useMay('editor');
  const [deleting, { open, close }] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const { state } = answer.data;
  const toggle = useSwitchLink();
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="default"
            size={36}
            aria-label={linksTexts.more}
            loading={toggle.isPending}
          >
            <EllipsisVertical size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!may && <Menu.Label>{texts.needsRole(texts.roles.editor)}</Menu.Label>}
          <Menu.Item
            disabled={!may}
            leftSection={
              state === 'active' ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />
            }
            onClick={() =>
              toggle.mutate({ from: answer, state: state === 'active' ? 'disabled' : 'active' })
            }
          >
            {state === 'active' ? linksTexts.disable : linksTexts.enable}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            disabled={!may}
            c="red"
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => {
              // The dialog returns the focus to the element that had it, but the menu item no longer exists then.
              button.current?.focus();
              open();
            }}
          >
            {linksTexts.deleteLink}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteLink answer={answer} opened={deleting} onClose={close} />
    </>
  );
}
