import { Alert, Button, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FilePen } from 'lucide-react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { shortTime } from '../../../lib/time.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { TextChanges } from '../merge/text-changes.tsx';
import type { Draft } from './drafts.ts';

interface DraftOfferProps {
  readonly draft: Draft;
  /** The number of older drafts, which are offered afterwards. */
  readonly older: number;
  /** The saved document; null: there is no metadata. */
  readonly saved: string | null;
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers to restore, copy or discard an earlier draft. */
export function DraftOffer({ draft, older, saved, onRestore, onDiscard }: DraftOfferProps) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <Alert icon={<FilePen size={18} />} title={metadataTexts.draftTitle} color="blue">
      <Text size="sm">
        {metadataTexts.draftText(shortTime(draft.at, Date.now()))}
        {draft.base.text !== saved && ` ${metadataTexts.draftOlder}`}
        {older > 0 && ` ${metadataTexts.draftsMore(older)}`}
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={onRestore}>
          {metadataTexts.restoreDraft}
        </Button>
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={opened}>
          {metadataTexts.showDraft}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {metadataTexts.discardDraft}
        </Button>
        <CopyButton value={draft.text} what={metadataTexts.draftTitle} />
      </Group>
      <Collapse expanded={opened} mt="sm">
        <TextChanges before={saved} after={draft.text} />
      </Collapse>
    </Alert>
  );
}
