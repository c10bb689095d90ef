import { describe, expect, test } from '@jest/globals';
import { wrongStyles } from '../mantine-styles-plugin.ts';

/** In each sheet of Mantine one class of its component: Button, Modal, Stepper. */
const [BUTTON, MODAL, STEPPER] = ['m_77c9d27d', 'm_9df02822', 'm_cbb4ea7e'];
const listOf = (...names: string[]) =>
  names.map((name) => `import '@mantine/core/styles/${name}.layer.css';`).join('\n');
const ALWAYS = ['baseline', 'default-css-variables', 'global'];

describe('the list of styles of Mantine', () => {
  test('is right where it names what scripts use, and what every page needs', () => {
    expect(wrongStyles(`a="${BUTTON}",b={"x":"${MODAL}"}`, listOf(...ALWAYS, 'Button', 'Modal'))).toEqual([]);
  });

  test('misses what scripts use and it does not name', () => {
    expect(wrongStyles(`"${BUTTON} ${STEPPER}"`, listOf(...ALWAYS, 'Button'))).toEqual(['Stepper is missing']);
    expect(wrongStyles('', listOf('baseline', 'global'))).toEqual(['default-css-variables is missing']);
  });

  test('is to lose what no script uses', () => {
    expect(wrongStyles(`"${BUTTON}"`, listOf(...ALWAYS, 'Button', 'Stepper'))).toEqual([
      'Stepper is not needed any more',
    ]);
  });

  test('has the order of the whole sheet', () => {
    expect(wrongStyles(`"${BUTTON} ${MODAL}"`, listOf(...ALWAYS, 'Modal', 'Button'))).toEqual([
      'Button comes too late',
    ]);
  });
});
