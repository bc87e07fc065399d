import { Alert, Button, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { FilePen } from 'lucide-react';
import { CopyButton } from '../../../components/copy-button.tsx';
import { shortTime } from '../../../lib/time.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { ChangeList } from '../merge/change-list.tsx';
import type { Draft } from './drafts.ts';

const words = metadataTexts;

interface DraftOfferProps {
  readonly draft: Draft;
  /** How many there are besides, which are offered after this one. */
  readonly older: number;
  /** The saved document; null: there is no metadata. */
  readonly saved: string | null;
  readonly onTakeUp: () => void;
  readonly onDiscard: () => void;
}

/** Changes of a former time that were never saved: to be taken up, copied or let go. */
export function DraftOffer({ draft, older, saved, onTakeUp, onDiscard }: DraftOfferProps) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <Alert icon={<FilePen size={18} />} title={words.draftTitle} color="blue">
      <Text size="sm">
        {words.draftText(shortTime(draft.at, Date.now()))}
        {draft.base.text !== saved && ` ${words.draftOlder}`}
        {older > 0 && ` ${words.draftsMore(older)}`}
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={onTakeUp}>
          {words.takeUp}
        </Button>
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={opened}>
          {words.showDraft}
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {words.discardDraft}
        </Button>
        <CopyButton value={draft.text} what={words.draftTitle} />
      </Group>
      <Collapse expanded={opened} mt="sm">
        <ChangeList before={saved} after={draft.text} />
      </Collapse>
    </Alert>
  );
}
