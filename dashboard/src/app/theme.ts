import {
  createTheme,
  rem,
  type BadgeProps,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MenuProps,
  type ModalProps,
  type NavLinkProps,
  type NotificationProps,
  type PortalProps,
  type SelectProps,
  type TooltipProps,
} from '@mantine/core';
import { shared as texts } from '../texts/shared.ts';

/** The blue of the visitor pages, from nearly white to nearly black. */
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

/** The dark backgrounds and their foreground colors, slightly blue; those of Mantine are gray. */
const dark: MantineColorsTuple = [
  '#e1e5ec',
  '#c5cbd6',
  '#9aa3b2',
  '#7d8797',
  '#3a4252',
  '#2a313e',
  '#232a35',
  '#1b2029',
  '#161a22',
  '#11141a',
];

/** The default properties of a component, which is not imported for it: the first page needs few of them. */
function defaults<Props>(defaultProps: Partial<Props>) {
  return { defaultProps };
}

export const theme = createTheme({
  colors: { link, dark },
  primaryColor: 'link',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: rem(24) }, h2: { fontSize: rem(18) } } },
  components: {
    Badge: defaults<BadgeProps>({ variant: 'light', tt: 'none', fw: 500 }),
    NavLink: defaults<NavLinkProps>({
      styles: { root: { borderRadius: 'var(--mantine-radius-md)' } },
    }),
    // Its own focus target would be an element that a menu must not contain.
    Menu: defaults<MenuProps>({ withInitialFocusPlaceholder: false }),
    // In `index.html`.
    Portal: defaults<PortalProps>({ target: '#layers' }),
    Modal: defaults<ModalProps>({
      closeButtonProps: { 'aria-label': texts.close },
      // The page has one banner: this `header` is not a landmark.
      attributes: { header: { role: 'none' } },
    }),
    // The list is rendered when it is opened: positioning four closed lists took a tenth of the first visit.
    Select: defaults<SelectProps>({ comboboxProps: { keepMounted: false } }),
    // By default, only a pointer shows them.
    Tooltip: defaults<TooltipProps>({ events: { hover: true, focus: true, touch: true } }),
    Notification: defaults<NotificationProps>({ closeButtonProps: { 'aria-label': texts.close } }),
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/**
 * Colored text has a contrast of at least 4.5 on the page and on cards, in both themes. The themes are separate,
 * because most of these variables replace a color of one theme only.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--page-ground': '#f7f8fb',
    '--mantine-color-dimmed': '#5b626a',
    '--mantine-color-placeholder': '#767d86',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#a61e1e',
    '--mantine-color-red-text': '#c92a2a',
    '--mantine-color-orange-text': '#a84300',
    '--mantine-color-teal-text': '#08714f',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-orange-light-color': '#8a3600',
    '--mantine-color-teal-light-color': '#065f42',
    '--mantine-color-blue-text': '#1864ab',
  },
  dark: {
    '--page-ground': '#12151b',
    '--mantine-color-dimmed': '#a5adba',
    '--mantine-color-placeholder': '#8a93a2',
    '--mantine-color-anchor': '#8fa3ff',
    '--mantine-color-gray-light': '#2f3745',
    '--mantine-color-gray-light-color': '#d5dae3',
    '--mantine-color-link-light': '#232d55',
    '--mantine-color-link-light-hover': '#2a3667',
    '--mantine-color-link-light-color': '#c5d0ff',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#e03131',
  },
});
