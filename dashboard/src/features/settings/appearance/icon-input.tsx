import { Box, Button, Group, Image, Input } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ImageIcon } from 'lucide-react';
import { FileChoice } from '../../../components/file-choice.tsx';
import { isImageData } from '../../../lib/image-data.ts';
import { IMAGE_TYPES } from '../../../lib/square-image.ts';
import { setup as setupTexts } from '../../../texts/setup.ts';
import { shared as texts } from '../../../texts/shared.ts';
import { iconOf, MAX_ICON_LENGTH } from './icon-file.ts';

interface IconInputProps {
  readonly value: string | undefined;
  readonly onChange: (address: string | undefined) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/** Converts an image file to a small icon in the settings. */
export function IconInput({ value, onChange, error, disabled }: IconInputProps) {
  const words = setupTexts.appearance;
  // Not an async function: it would call the `onChange` of the render in which the file was chosen, and undo later input.
  const reading = useMutation({
    mutationFn: (file: File) => iconOf(file),
    onSuccess: (icon) => {
      if (icon.kind === 'icon') onChange(icon.address);
    },
  });
  const { data: icon, variables: file } = reading;
  const isNoImage = reading.isError || icon?.kind === 'not-image';
  const issue =
    (isNoImage ? words.iconNoPicture(file?.name ?? '') : undefined) ??
    (icon?.kind === 'too-large' ? words.iconTooLarge(icon.length, MAX_ICON_LENGTH) : undefined);
  return (
    <Input.Wrapper
      label={words.icon}
      description={words.iconHelp}
      error={issue ?? error}
      labelElement="div"
      role="group"
      aria-label={words.icon}
    >
      <Group gap="md" mt={6} mb={6}>
        <Box
          w={56}
          h={56}
          style={{
            display: 'grid',
            placeItems: 'center',
            border: '1px solid var(--mantine-color-default-border)',
            borderRadius: 'var(--mantine-radius-md)',
            overflow: 'hidden',
          }}
        >
          {isImageData(value) ? (
            <Image src={value} alt={words.iconNow} w={48} h={48} fit="contain" />
          ) : (
            <ImageIcon size={22} aria-hidden color="var(--mantine-color-dimmed)" />
          )}
        </Box>
        <FileChoice
          label={words.icon}
          accept={IMAGE_TYPES}
          size="sm"
          disabled={disabled}
          onChoose={(chosen) => reading.mutate(chosen)}
        >
          {value === undefined ? words.iconChoose : words.iconReplace}
        </FileChoice>
        {value !== undefined && !disabled && (
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            onClick={() => {
              reading.reset();
              onChange(undefined);
            }}
          >
            {texts.remove}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
