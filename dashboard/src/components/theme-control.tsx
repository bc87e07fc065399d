import { SegmentedControl, useMantineColorScheme, type MantineSize } from '@mantine/core';
import * as texts from '../texts/texts.ts';

/** Selects the light or dark theme in this browser. */
export function ThemeControl({ size = 'sm' }: { readonly size?: MantineSize }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      size={size}
      aria-label={texts.nav.theme}
      value={colorScheme}
      onChange={(value) => setColorScheme(value)}
      data={[
        { value: 'light', label: texts.nav.light },
        { value: 'dark', label: texts.nav.dark },
        { value: 'auto', label: texts.nav.system },
      ]}
    />
  );
}
