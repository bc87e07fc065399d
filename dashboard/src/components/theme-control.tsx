import { SegmentedControl, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { shared as texts } from '../texts/shared.ts';

export const THEMES = [
  { value: 'light', label: texts.nav.light },
  { value: 'dark', label: texts.nav.dark },
  { value: 'auto', label: texts.nav.system },
] as const;

/** The theme in this browser, and the function that changes it. */
export function useTheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const set = (value: string): void => setColorScheme(value as MantineColorScheme);
  return [colorScheme, set] as const;
}

/** Selects the light or dark theme in this browser. */
export function ThemeControl() {
  const [theme, setTheme] = useTheme();
  return (
    <SegmentedControl
      fullWidth
      aria-label={texts.nav.theme}
      value={theme}
      onChange={setTheme}
      data={[...THEMES]}
    />
  );
}
