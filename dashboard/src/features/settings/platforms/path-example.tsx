import { TextInput } from '@mantine/core';
import { EXACT_INPUT } from '../../../components/exact-input.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';

interface PathExampleProps {
  readonly path: string;
  readonly onPath: (path: string) => void;
}

/** The example path that every platform card uses. */
export function PathExample({ path, onPath }: PathExampleProps) {
  return (
    <TextInput
      label={setupTexts.platforms.examplePath}
      description={setupTexts.platforms.examplePathHelp}
      value={path}
      onChange={(event) => onPath(event.currentTarget.value.replace(/^\//, ''))}
      maw={360}
      {...EXACT_INPUT}
    />
  );
}
