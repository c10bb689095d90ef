import mantine from 'postcss-preset-mantine';
import variables from 'postcss-simple-vars';

export default {
  plugins: [
    mantine(),
    variables({
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    }),
  ],
};
