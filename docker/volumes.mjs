// How much room the volumes of the database have left, for Prometheus: each folder below /volumes, of which nothing is read.
import { readdir, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';

const [folder = '/volumes', port = '9401'] = process.argv.slice(2);
const METRICS = [
  {
    metric: 'portal_volume_size_bytes',
    help: 'Size of the disk of a volume',
    of: ({ blocks, bsize }) => blocks * bsize,
  },
  { metric: 'portal_volume_free_bytes', help: 'Room that is left on it', of: ({ bavail, bsize }) => bavail * bsize },
];

async function text() {
  const names = await readdir(folder);
  const disks = await Promise.all(names.map((name) => statfs(`${folder}/${name}`)));
  return METRICS.map(({ metric, help, of }) => {
    const lines = disks.map((disk, at) => `${metric}{volume="${names[at]}"} ${of(disk)}\n`);
    return `# HELP ${metric} ${help}\n# TYPE ${metric} gauge\n${lines.join('')}`;
  });
}

createServer((_, response) => {
  text().then(
    (parts) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(parts.join('')),
    (error) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(port));
