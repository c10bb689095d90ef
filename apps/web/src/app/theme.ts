import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** The one accent: a deep teal. */
const teal: MantineColorsTuple = [
  '#eef8f7',
  '#dceeec',
  '#b5dcd8',
  '#86c5bf',
  '#55aaa3',
  '#2f8f88',
  '#1b7872',
  '#0f6663',
  '#0a5250',
  '#063d3c',
];

/** Greys with a little of the accent colour. */
const gray: MantineColorsTuple = [
  '#f7f9f9',
  '#eff2f2',
  '#e3e8e8',
  '#d2d9d9',
  '#b7c1c1',
  '#919d9d',
  '#667373',
  '#4a5656',
  '#323c3c',
  '#1c2424',
];

const dark: MantineColorsTuple = [
  '#d5dcdc',
  '#b4bebe',
  '#93a0a0',
  '#6f7d7d',
  '#475353',
  '#364141',
  '#283131',
  '#1c2424',
  '#141a1a',
  '#0d1212',
];

export const theme = createTheme({
  colors: { teal, gray, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  headings: { fontFamily: "'Inter Variable', system-ui, sans-serif", fontWeight: '620' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  components: {
    // its own colour on its own tint is too faint to read
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Button: { defaultProps: { size: 'sm' } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } } },
    // a page has one banner
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
  },
});

/** Light buttons on dark surfaces; the palette alone would make them almost black. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {},
  dark: {
    '--mantine-color-teal-light': 'rgb(47 143 136 / 22%)',
    '--mantine-color-teal-light-hover': 'rgb(47 143 136 / 32%)',
    '--mantine-color-teal-light-color': teal[2],
  },
});
