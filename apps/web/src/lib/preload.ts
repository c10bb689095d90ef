/** Has the browser ask for a file of the portal that it would learn of only later. */
export function preload(href: string, as: 'fetch' | 'font', priority: 'auto' | 'low' = 'auto'): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.crossOrigin = 'anonymous';
  link.fetchPriority = priority;
  link.href = href;
  document.head.append(link);
}
