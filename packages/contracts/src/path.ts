export function pathFor(declaration: { path: string }, params: Readonly<Record<string, string | number>> = {}): string {
  return declaration.path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`path parameter ${name} is missing for ${declaration.path}`);
    return encodeURIComponent(String(value));
  });
}
