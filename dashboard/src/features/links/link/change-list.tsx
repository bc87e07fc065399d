import { Box, Stack, Text } from '@mantine/core';
import { ArrowRight } from 'lucide-react';
import { links as linksTexts } from '../../../texts/links.ts';
import { labelOf, wordsOf } from './change-words.ts';
import classes from './change-list.module.css';
import { isVisible, type Difference } from './differences.ts';

interface ChangeListProps {
  readonly differences: readonly Difference[];
  /** Of something new there is no before. */
  readonly onlyAfter?: boolean;
}

/** What was changed: before → after, each in a line of its own. */
export function ChangeList({ differences, onlyAfter = false }: ChangeListProps) {
  return (
    <Stack gap={6} component="ul" className={classes.list}>
      {differences.filter(isVisible).map((difference) => (
        <li key={difference.path.join('\n')} className={classes.change}>
          <Text size="sm" c="dimmed" className={classes.label}>
            {labelOf(difference.path)}
          </Text>
          <Box className={classes.values}>
            {!onlyAfter && (
              <>
                <Value path={difference.path} value={difference.before} old />
                <ArrowRight size={14} role="img" aria-label={linksTexts.became} />
              </>
            )}
            <Value path={difference.path} value={difference.after} />
          </Box>
        </li>
      ))}
    </Stack>
  );
}

interface ValueProps {
  readonly path: Difference['path'];
  readonly value: unknown;
  readonly old?: boolean;
}

function Value({ path, value, old = false }: ValueProps) {
  const { text, isData } = wordsOf(path, value);
  return (
    <Text
      component={old ? 'del' : 'span'}
      size="sm"
      {...(isData ? { ff: 'monospace' } : { fs: 'italic' })}
      {...(old || !isData ? { c: 'dimmed' } : {})}
      className={classes.value}
      data-plain={!isData || undefined}
      dir="auto"
    >
      {text}
    </Text>
  );
}
