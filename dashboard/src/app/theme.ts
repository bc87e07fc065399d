import { createTheme, Modal, rem, type MantineColorsTuple } from '@mantine/core';
import { texts } from '../texts/texts.ts';

/** The blue of our own visitor pages, from nearly white to nearly black. */
const link: MantineColorsTuple = [
  '#edf1ff',
  '#d7dfff',
  '#abbaff',
  '#7d94ff',
  '#5573fb',
  '#3d5ffa',
  '#2b59ff',
  '#1f49e3',
  '#1540cb',
  '#0036b3',
];

export const theme = createTheme({
  colors: { link },
  primaryColor: 'link',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: rem(24) }, h2: { fontSize: rem(18) } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { 'aria-label': texts.close } } }),
  },
});
