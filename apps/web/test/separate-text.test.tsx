import { describe, expect, test } from '@jest/globals';
import { render } from '@testing-library/react';

/** Does to a page what a browser's translation does: text nodes are replaced by elements. */
function translate(root: HTMLElement): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts.filter(({ data }) => data.trim() !== '')) {
    const font = document.createElement('font');
    font.textContent = text.data.toUpperCase();
    text.replaceWith(font);
  }
}

function Screen({ count = 1, icon = true, note = true }) {
  return (
    <section>
      <p>
        {icon && <b>!</b>}
        {count} Artikel{note && `, geprüft`} {note ? 'heute' : null}
      </p>
      <>
        {note && 'Hinweis'}
        <i />
      </>
      <p>
        Summe: {count} € {note && '(brutto)'}
      </p>
    </section>
  );
}

// rule 2.33
describe('text beside other content', () => {
  test('has an element of its own; texts beside each other are one', () => {
    const { container } = render(<Screen />);
    expect(container.innerHTML).toBe(
      '<section><p><b>!</b><span>1 Artikel, geprüft heute</span></p><span>Hinweis</span><i></i><p>Summe: 1 € (brutto)</p></section>',
    );
  });

  test('changes and goes on a translated page', () => {
    const { container, rerender } = render(<Screen />);
    translate(container);
    expect(container.textContent).toBe('!1 ARTIKEL, GEPRÜFT HEUTEHINWEISSUMME: 1 € (BRUTTO)');
    rerender(<Screen count={2} note={false} />);
    expect(container.textContent).toBe('!2 Artikel Summe: 2 € ');
    translate(container);
    rerender(<Screen count={3} icon={false} />);
    expect(container.textContent).toBe('3 Artikel, geprüft heuteHinweisSumme: 3 € (brutto)');
  });

  test('stays a text where only text may stand', () => {
    const { container } = render(
      <select>
        <option>
          {3} von {4}
        </option>
      </select>,
    );
    expect(container.querySelector('option')?.innerHTML).toBe('3 von 4');
  });
});
