import { Code, Radio, SimpleGrid, Stack, Tabs, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ConflictDialog } from '../../../components/conflict-dialog.tsx';
import { mergeNodes, type Choices } from '../../../lib/json-merge.ts';
import { parseJson } from '../../../lib/json-parse.ts';
import { formatted, printJson, READABLE, styleOf } from '../../../lib/json-print.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import { checkMetadata } from '../editor/metadata-rules.ts';
import { SavedBy } from '../versions/saved-by.tsx';
import { DOCUMENT_FORMAT, TextChanges } from './text-changes.tsx';

export type Resolution =
  | { readonly kind: 'merge'; readonly text: string }
  | { readonly kind: 'mine' }
  | { readonly kind: 'theirs' };

interface Versions {
  /** Texts; null: no metadata. */
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string | null;
}

interface VersionConflictDialogProps extends Versions {
  readonly code: string;
  readonly onResolve: (resolution: Resolution) => void;
  readonly onClose: () => void;
}

/** Shows two conflicting versions and their differences; the user chooses a resolution. */
export function VersionConflictDialog(props: VersionConflictDialogProps) {
  const { code, mine, theirs, onResolve, onClose } = props;
  const merge = mergeOf(props);
  const conflicts = merge?.(new Map()).conflicts ?? [];
  const [kind, setKind] = useState<Resolution['kind']>(merge ? 'merge' : 'theirs');
  const apply = (choices: Choices): void => {
    if (kind !== 'merge') return onResolve({ kind });
    const node = merge?.(choices).node;
    if (node) onResolve({ kind, text: printJson(node, styleOf(mine)) });
  };
  const mergeText =
    conflicts.length === 0
      ? metadataTexts.mergeClean
      : metadataTexts.mergeConflicts(conflicts.length);
  const noMergeText = theirs === null ? metadataTexts.removedByThem : metadataTexts.mergeImpossible;
  return (
    <ConflictDialog
      title={metadataTexts.conflictTitle}
      lead={
        <>
          <SavedBy code={code} /> {theirs === null && `${metadataTexts.removedByThem} `}
          {metadataTexts.conflictText}
        </>
      }
      conflicts={kind === 'merge' ? conflicts : []}
      format={DOCUMENT_FORMAT}
      action={metadataTexts.apply[kind]}
      onApply={apply}
      onClose={onClose}
    >
      <BothVersions {...props} />
      <Radio.Group value={kind} onChange={setKind} label={metadataTexts.choice}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="merge"
            label={metadataTexts.mergeBoth}
            disabled={!merge}
            description={merge ? mergeText : noMergeText}
          />
          <Radio
            value="mine"
            label={metadataTexts.keepMine}
            description={metadataTexts.keepMineText}
          />
          <Radio
            value="theirs"
            label={metadataTexts.chooseTheirs}
            description={metadataTexts.chooseTheirsText}
          />
        </Stack>
      </Radio.Group>
    </ConflictDialog>
  );
}

function BothVersions({ base, mine, theirs }: Versions) {
  return (
    <Tabs defaultValue="differences">
      <Tabs.List>
        <Tabs.Tab value="differences">{metadataTexts.differences}</Tabs.Tab>
        <Tabs.Tab value="texts">{metadataTexts.bothVersions}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="differences" pt="md" className="metadata-both">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TitledColumn title={metadataTexts.theirChanges}>
            <TextChanges before={base} after={theirs} />
          </TitledColumn>
          <TitledColumn title={metadataTexts.myChanges}>
            <TextChanges before={base} after={mine} />
          </TitledColumn>
        </SimpleGrid>
      </Tabs.Panel>
      <Tabs.Panel value="texts" pt="md" className="metadata-both">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TitledColumn title={metadataTexts.theirVersion}>
            <DocumentText text={theirs ?? ''} />
          </TitledColumn>
          <TitledColumn title={metadataTexts.myVersion}>
            <DocumentText text={mine} />
          </TitledColumn>
        </SimpleGrid>
      </Tabs.Panel>
    </Tabs>
  );
}

function TitledColumn({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Stack gap="xs" miw={0}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function DocumentText({ text }: { readonly text: string }) {
  return (
    <Code block fz="xs" mah={360} tabIndex={0}>
      {formatted(text, READABLE)}
    </Code>
  );
}

/** Returns a function that merges the versions; undefined if they cannot be merged. */
function mergeOf({ base, mine, theirs }: Versions) {
  const mineChecked = checkMetadata(mine);
  const other = theirs === null ? undefined : parseJson(theirs);
  const before = base === null ? undefined : parseJson(base);
  if (mineChecked.node === undefined || mineChecked.issues.some(({ kind }) => kind !== 'rule'))
    return undefined;
  if (other === undefined || !('node' in other)) return undefined;
  if (before !== undefined && !('node' in before)) return undefined;
  return (choices: Choices) => mergeNodes(before?.node, mineChecked.node, other.node, { choices });
}
