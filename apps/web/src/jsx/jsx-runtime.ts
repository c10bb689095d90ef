import type { ElementType, Key, ReactElement } from 'react';
import { Fragment, jsx as createElement, jsxs as createElements } from 'react/jsx-runtime';
import { inElement, separateText } from './separate-text.ts';

export { Fragment };

/** React's own, with the text of a fragment in an element (ADR 90). */
export function jsx(type: ElementType, props: { children?: unknown }, key?: Key): ReactElement {
  const own = type === Fragment ? { ...props, children: inElement(props.children, createElement) } : props;
  return createElement(type, own, key);
}

/** Text beside other children gets its own element (ADR 90). */
export function jsxs(type: ElementType, props: { children?: unknown }, key?: Key): ReactElement {
  const own = separateText(type, props, createElement);
  return Array.isArray(own.children) ? createElements(type, own, key) : jsx(type, own, key);
}
