import { Alert, Button, Group, Text } from '@mantine/core';
import { Users } from 'lucide-react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { metadata as metadataTexts } from '../../texts/metadata.ts';
import { DraftOffer } from './document/draft-offer.tsx';
import type { Editing } from './document/use-editing.ts';
import { isAboutDocument } from './document/use-saving.ts';

interface NoticesProps {
  readonly editing: Editing;
  readonly mayChange: boolean;
  readonly isDeleted: boolean;
  /** The saved document; null: there is no metadata. */
  readonly saved: string | null;
}

/** Notices above the editor: errors, changes by other people, drafts. */
export function MetadataNotices({ editing, mayChange, isDeleted, saved }: NoticesProps) {
  const { document, saving, comparison, restoreDraft } = editing;
  const { state, drafts, discardDraft } = document;
  const draft = drafts[0];
  return (
    <>
      {!mayChange && (
        <Text c="dimmed">{isDeleted ? metadataTexts.readOnlyDeleted : metadataTexts.readOnly}</Text>
      )}
      {!isAboutDocument(saving.error) && <ErrorAlert error={saving.error} />}
      {state.theirs && (
        <Alert
          icon={<Users size={18} />}
          color="yellow"
          title={metadataTexts.conflictTitle}
          role="alert"
          // The yellow of the title has too little contrast.
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm">{metadataTexts.conflictText}</Text>
            <Button size="xs" onClick={comparison.open}>
              {metadataTexts.compare}
            </Button>
          </Group>
        </Alert>
      )}
      {mayChange && draft !== undefined && (
        <DraftOffer
          key={draft.id}
          draft={draft}
          older={drafts.length - 1}
          saved={saved}
          onRestore={() => restoreDraft(draft)}
          onDiscard={() => discardDraft(draft.id)}
        />
      )}
    </>
  );
}
