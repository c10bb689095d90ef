import type { ElementType, Key, ReactElement } from 'react';
import { Fragment, jsxDEV as createElement, type JSXSource } from 'react/jsx-dev-runtime';
import { inElement, separateText } from './separate-text.ts';

export { Fragment };

const create = (type: ElementType, props: object) => createElement(type, props, undefined, false);

/** As `jsx` and `jsxs` of `jsx-runtime.ts`, for the server with hot reload. */
export function jsxDEV(
  type: ElementType,
  props: { children?: unknown },
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement {
  const own = isStatic ? separateText(type, props, create) : props;
  const single = type === Fragment && !Array.isArray(own.children);
  const shown = single ? { ...own, children: inElement(own.children, create) } : own;
  return createElement(type, shown, key, isStatic && Array.isArray(shown.children), source, self);
}
