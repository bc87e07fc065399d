import {
  Button,
  Code,
  Group,
  Modal,
  Radio,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  Title,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { parseJson } from '../../../lib/json-parse.ts';
import { formatted, printJson, READABLE, styleOf } from '../../../lib/json-print.ts';
import { pointerOf } from '../../../lib/json-node.ts';
import { metadata as metadataTexts } from '../../../texts/metadata.ts';
import * as texts from '../../../texts/texts.ts';
import { ChangeList } from './change-list.tsx';
import { ConflictChoices } from './conflict-choices.tsx';
import { mergeNodes, type Merged, type Side } from './metadata-merge.ts';
import { checkMetadata } from '../editor/metadata-rules.ts';
import { SavedBy } from '../versions/who-saved.tsx';

const words = metadataTexts;

export type Resolution =
  | { readonly kind: 'merge'; readonly text: string }
  | { readonly kind: 'mine' }
  | { readonly kind: 'theirs' };

interface MeanwhileProps {
  readonly app: string;
  readonly code: string;
  /** Texts; null: no metadata. */
  readonly base: string | null;
  readonly mine: string;
  readonly theirs: string | null;
  readonly onResolve: (resolution: Resolution) => void;
  readonly onClose: () => void;
}

/** Two people changed one document: both versions, the differences, and the choice. */
export function VersionConflictDialog(props: MeanwhileProps) {
  const narrow = useMediaQuery('(max-width: 48em)');
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={words.meanwhileTitle}
      size={920}
      fullScreen={narrow ?? false}
    >
      <Meanwhile {...props} />
    </Modal>
  );
}

function Meanwhile({ app, code, base, mine, theirs, onResolve, onClose }: MeanwhileProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const merged = mergedTexts(base, mine, theirs, choices);
  const [chosen, setChosen] = useState<Resolution['kind']>(merged ? 'merge' : 'theirs');
  const conflicts = merged?.conflicts ?? [];
  const open = conflicts.filter(({ path }) => !choices.has(pointerOf(path))).length;
  const resolve = (): void => {
    if (chosen !== 'merge') onResolve({ kind: chosen });
    else if (merged?.node) {
      onResolve({ kind: 'merge', text: printJson(merged.node, styleOf(mine)) });
    }
  };
  return (
    <Stack>
      <Text size="sm">
        <SavedBy app={app} code={code} /> {theirs === null && `${words.removedMeanwhile} `}
        {words.meanwhileText}
      </Text>
      <Versions base={base} mine={mine} theirs={theirs} />
      <Radio.Group value={chosen} onChange={setChosen} label={words.choice}>
        <Stack gap="xs" mt="xs">
          <Radio
            value="merge"
            label={words.mergeBoth}
            disabled={!merged}
            description={
              merged
                ? conflicts.length === 0
                  ? words.mergeClean
                  : words.mergeConflicts(conflicts.length)
                : theirs === null
                  ? words.removedMeanwhile
                  : words.mergeImpossible
            }
          />
          <Radio value="mine" label={words.keepMine} description={words.keepMineText} />
          <Radio value="theirs" label={words.takeTheirs} description={words.takeTheirsText} />
        </Stack>
      </Radio.Group>
      {chosen === 'merge' && (
        <ConflictChoices
          conflicts={conflicts}
          choices={choices}
          onChoose={(pointer, side) => setChoices(new Map([...choices, [pointer, side]]))}
        />
      )}
      <Group justify="flex-end" className="metadata-actions">
        {chosen === 'merge' && open > 0 && (
          <Text size="sm" c="dimmed" role="status">
            {words.undecided(open)}
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          {texts.unsavedStay}
        </Button>
        <Button onClick={resolve} disabled={chosen === 'merge' && open > 0}>
          {words.apply[chosen]}
        </Button>
      </Group>
    </Stack>
  );
}

function Versions({ base, mine, theirs }: Pick<MeanwhileProps, 'base' | 'mine' | 'theirs'>) {
  return (
    <Tabs defaultValue="differences">
      <Tabs.List>
        <Tabs.Tab value="differences">{words.differences}</Tabs.Tab>
        <Tabs.Tab value="texts">{words.bothTexts}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="differences" pt="md" className="metadata-both">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Titled title={words.theirChanges}>
            <ChangeList before={base} after={theirs} />
          </Titled>
          <Titled title={words.myChanges}>
            <ChangeList before={base} after={mine} />
          </Titled>
        </SimpleGrid>
      </Tabs.Panel>
      <Tabs.Panel value="texts" pt="md" className="metadata-both">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Titled title={words.theirVersion}>
            <Whole text={theirs ?? ''} />
          </Titled>
          <Titled title={words.myVersion}>
            <Whole text={mine} />
          </Titled>
        </SimpleGrid>
      </Tabs.Panel>
    </Tabs>
  );
}

function Titled({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
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

function Whole({ text }: { readonly text: string }) {
  return (
    <Code block fz="xs" mah={360} tabIndex={0}>
      {formatted(text, READABLE)}
    </Code>
  );
}

/** Undefined: they cannot be merged. */
function mergedTexts(
  base: string | null,
  mine: string,
  theirs: string | null,
  choices: ReadonlyMap<string, Side>,
): Merged | undefined {
  const ours = checkMetadata(mine);
  const other = theirs === null ? undefined : parseJson(theirs);
  const before = base === null ? undefined : parseJson(base);
  if (ours.node === undefined || ours.issues.some(({ kind }) => kind !== 'rule')) return undefined;
  if (other === undefined || !('node' in other)) return undefined;
  if (before !== undefined && !('node' in before)) return undefined;
  return mergeNodes(before?.node, ours.node, other.node, choices);
}
