import './support/browser.ts';
import { describe, expect, test } from '@jest/globals';
import { MantineProvider, Popover } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { Profiler, useState } from 'react';
import { LateMenu } from '../src/ui/late-menu/LateMenu.tsx';
import { LatePopover } from '../src/editing/parts/LatePopover.tsx';
import { user } from './support/user.ts';

test('the button of a menu is drawn once (ADR 91)', () => {
  const drawings: string[] = [];
  render(
    <MantineProvider env="test">
      <Profiler id="menu" onRender={(_id, phase) => drawings.push(phase)}>
        <LateMenu loadAhead={() => undefined} items={() => null}>
          Menü
        </LateMenu>
      </Profiler>
    </MantineProvider>,
  );
  screen.getByRole('button', { name: 'Menü' });
  expect(drawings).toEqual(['mount']);
});

describe('a late popover (ADR 91)', () => {
  function Example() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <LatePopover
          opened={opened}
          onChange={setOpened}
          trapFocus
          button={(props) => <button {...props}>Spalten</button>}
        >
          <Popover.Dropdown aria-label="Spalten">
            <input aria-label="Breite" data-autofocus />
          </Popover.Dropdown>
        </LatePopover>
        <button>daneben</button>
      </>
    );
  }
  const show = () => {
    const drawings: string[] = [];
    render(
      <MantineProvider env="test">
        <Profiler id="popover" onRender={(_id, phase) => drawings.push(phase)}>
          <Example />
        </Profiler>
      </MantineProvider>,
    );
    return { drawings, button: screen.getByRole('button', { name: 'Spalten' }) };
  };

  test('is drawn once as long as it is closed', () => {
    const { drawings, button } = show();
    expect(drawings).toEqual(['mount']);
    expect(button.getAttribute('aria-haspopup')).toBe('dialog');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  test.each(['Escape', 'the button', 'a click beside it'])(
    'opens at its button, closes by %s, opens again',
    async (way) => {
      const { button } = show();
      const toggle = () => user.click(button);
      for (const _ of [1, 2]) {
        await toggle();
        const dialog = await screen.findByRole('dialog', { name: 'Spalten' });
        expect(dialog.id).toBe(button.getAttribute('aria-controls'));
        expect(button.getAttribute('aria-expanded')).toBe('true');
        await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Breite' })));
        if (way === 'Escape') await user.keyboard('{Escape}');
        else if (way === 'the button') await toggle();
        else await user.click(screen.getByRole('button', { name: 'daneben' }));
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
        expect(button.getAttribute('aria-expanded')).toBe('false');
        if (way === 'Escape') expect(document.activeElement).toBe(button);
      }
    },
  );
});
