// Preloaded into the processes of the service: nothing of the demo may be a part of them.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (/\/dev\/src\/|\/e2e\//.test(found.url)) throw new Error(`${found.url} is of the demo`);
    return found;
  },
});
