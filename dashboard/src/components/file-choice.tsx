import { Button, FileButton, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface FileChoiceProps extends ButtonProps {
  readonly label: string;
  /** File types, as in HTML. */
  readonly accept: string;
  readonly onChoose: (file: File) => void;
}

export function FileChoice({ label, accept, onChoose, ...button }: FileChoiceProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={accept}
      disabled={button.disabled ?? false}
      inputProps={{ 'aria-label': label }}
      resetRef={reset}
      onChange={(file) => {
        if (file) onChoose(file);
        // The same file can be chosen again once it was corrected; otherwise browsers report no change.
        reset.current?.();
      }}
    >
      {(props) => <Button {...props} {...button} variant="default" />}
    </FileButton>
  );
}
