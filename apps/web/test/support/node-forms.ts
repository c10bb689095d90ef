import { File as NodeFile } from 'node:buffer';

// Forms travel through the Request of Node, which knows nothing of jsdom's files.
const form = await new Response('a=1', {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}).formData();
Object.assign(globalThis, { FormData: form.constructor, File: NodeFile });
