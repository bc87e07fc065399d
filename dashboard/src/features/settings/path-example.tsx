import { TextInput } from '@mantine/core';
import * as texts from '../../texts/texts.ts';

interface PathExampleProps {
  readonly path: string;
  readonly onPath: (path: string) => void;
}

/** The path that every card shows the end of. */
export function PathExample({ path, onPath }: PathExampleProps) {
  return (
    <TextInput
      label={texts.setup.platforms.examplePath}
      description={texts.setup.platforms.examplePathHelp}
      value={path}
      onChange={(event) => onPath(event.currentTarget.value.replace(/^\//, ''))}
      maw={360}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
}
