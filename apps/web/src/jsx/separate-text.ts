import type { ElementType, ReactNode } from 'react';

type Props = { readonly children?: unknown };
type Create = (type: ElementType, props: { children: ReactNode }) => ReactNode;

/** They take text alone, or are drawn, where a span means nothing. */
const TEXT_ONLY = new Set<unknown>(['option', 'title', 'textarea', 'style', 'text', 'tspan']);

/** Page translation replaces text nodes, which React would then remove in vain (ADR 90). Rule 2.33. */
export function separateText<P extends Props>(type: unknown, props: P, create: Create): P {
  const children: unknown = props.children;
  if (!Array.isArray(children) || !children.some(isText)) return props;
  const joined = joinTexts(children as readonly unknown[]);
  const shown = joined.filter((child) => !isNothing(child));
  if (shown.length === 1 && isText(shown[0])) return { ...props, children: shown[0] };
  if (TEXT_ONLY.has(type)) return { ...props, children: joined };
  return { ...props, children: joined.map((child) => inElement(child, create)) };
}

/** Spaces stay: flex items would lose them. */
export function inElement(child: unknown, create: Create): unknown {
  return isText(child) && String(child).trim() !== '' ? create('span', { children: String(child) }) : child;
}

/** Other children keep their positions. */
function joinTexts(children: readonly unknown[]): unknown[] {
  const joined: unknown[] = [...children];
  let first = -1;
  for (const [at, child] of children.entries()) {
    if (isText(child)) {
      if (first < 0) first = at;
      else {
        joined[first] = `${String(joined[first])}${String(child)}`;
        joined[at] = null;
      }
    } else if (!isNothing(child)) first = -1;
  }
  return joined;
}

function isText(child: unknown): child is string | number {
  return (typeof child === 'string' && child !== '') || typeof child === 'number';
}

function isNothing(child: unknown): boolean {
  return child === null || child === undefined || typeof child === 'boolean' || child === '';
}
