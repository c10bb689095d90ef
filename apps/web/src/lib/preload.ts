/** Has the browser fetch a file of the portal early, before the code that needs it runs. */
export function preload(href: string, as: 'fetch' | 'font', priority: 'auto' | 'low' = 'auto'): void {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.crossOrigin = 'anonymous';
  link.fetchPriority = priority;
  link.href = href;
  document.head.append(link);
}
