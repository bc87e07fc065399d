import { TextInput } from '@mantine/core';
import { setup as setupTexts } from '../../texts/setup.ts';

interface PathExampleProps {
  readonly path: string;
  readonly onPath: (path: string) => void;
}

/** The path that every card shows the end of. */
export function PathExample({ path, onPath }: PathExampleProps) {
  return (
    <TextInput
      label={setupTexts.platforms.examplePath}
      description={setupTexts.platforms.examplePathHelp}
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
