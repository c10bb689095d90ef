import { gzipSync } from 'node:zlib';
import { BODY_LIMIT, type Endpoint, pathFor } from '@portal/contracts';
import { z, type ZodType } from 'zod';
import { FILES, fileName } from './files.ts';
import { bodyValues, type Known } from './known.ts';
import { longestText } from './pattern.ts';
import { type Sample, sampleOf } from './sample.ts';
import { ROWS } from './settings.ts';

/** A call as it is sent, again and again. */
export type Shot = {
  readonly label: string;
  readonly method: string;
  readonly path: string;
  /** Made once, before the clock runs. */
  load(): Load;
};
export type Load = {
  readonly headers: Readonly<Record<string, string>>;
  /** Of the `count`-th time it is sent. */
  parts(count: number): readonly Buffer[];
};

const SAMPLES: readonly Sample[] = [
  { label: 'one row', rows: 1, salt: 1 },
  { label: 'another row', rows: 1, salt: 8 },
  { label: 'a list', rows: ROWS / 2, salt: 2 },
  { label: 'a list again', rows: ROWS / 2, salt: 3 },
  { label: '60,000 rows', rows: 60_000, salt: 4 },
  { label: 'most rows', rows: Number.MAX_SAFE_INTEGER, salt: 5 },
  { label: 'longest texts', rows: Number.MAX_SAFE_INTEGER, full: true, choice: 1, salt: 6 },
  { label: 'marks', rows: 4_500, full: true, marks: true, salt: 7 },
];
/** Of small bodies, which have no long lists. */
const SMALL_SAMPLES = SAMPLES.filter(({ rows, full }) => full || rows <= ROWS).filter(
  ({ label }) => !/again|another/.test(label),
);
const SMALL = BODY_LIMIT.small;
/** Below the largest body, and the largest ratio of gzip, that the portal reads. */
const ROOM = 0.95;
const MOST_RATIO = 150;
const MOST_SHOTS = 40;

/** Every way to make a call that may cost much: what it may be about by what may be sent, in all forms it may ask for. */
export function shotsOf(declaration: Endpoint, known: Known): Shot[] {
  const forms = paramsOf(declaration, known).flatMap(({ params, version }) => {
    const path = pathFor(declaration, params);
    return queriesOf(declaration, known).flatMap((query) =>
      loadsOf(declaration, known, path, version).map(({ label, load }) => ({
        label: [params.kind, query.label, label].filter(Boolean).join(', '),
        method: declaration.method,
        path: path + query.text,
        load,
      })),
    );
  });
  return forms.slice(0, MOST_SHOTS);
}

function paramsOf({ params, path, method }: Endpoint, known: Known) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const [, inPath] = /\/(mdp|qdp|lzd)\//.exec(path) ?? [];
  const isAbout = names.some((name) => /^(id|lzdId|updateId)$/.test(name)) ? known.packages : [undefined];
  const kind = inPath?.toUpperCase() ?? (names.includes('lzdId') ? 'LZD' : undefined);
  const open = isAbout.filter((each) => !each || !kind || each.kind === kind);
  // Taking back asks for what is approved.
  const about = method === 'DELETE' ? open.toReversed() : open;
  return about.map((each) => ({
    version: each?.version,
    params: Object.fromEntries(
      names.map((name) => {
        const given = known.params[name]?.[0];
        if (each && /^(id|lzdId|updateId)$/.test(name)) return [name, String(each.id)];
        if (each && name === 'kind') return [name, each.kind];
        if (each && name === 'productGroup') return [name, each.productGroup];
        return [name, given ?? String(bySchema(params, name, 0))];
      }),
    ) as Record<string, string>,
  }));
}

type Field = { enum?: string[]; pattern?: string; maximum?: number; anyOf?: Field[]; type?: string };

function fieldsOf(schema: ZodType | undefined): Record<string, Field> {
  if (!schema) return {};
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (described as { properties?: Record<string, Field> }).properties ?? {};
}

function bySchema(schema: ZodType | undefined, name: string, choice: number): string | number {
  const { enum: choices, pattern, maximum } = fieldsOf(schema)[name] ?? {};
  return choices?.[choice % choices.length] ?? maximum ?? (pattern ? longestText(pattern) : 'x');
}

/** Without what may be left out, and with all of it, each choice once. */
function queriesOf({ query }: Endpoint, known: Known): { label: string; text: string }[] {
  const fields = Object.entries(fieldsOf(query));
  if (fields.length === 0) return [{ label: '', text: '' }];
  const choices = Math.max(2, ...fields.map(([, field]) => field.enum?.length ?? 0));
  const all = Array.from({ length: choices }, (_, choice) => {
    const values = fields.flatMap(([name]) => {
      const value =
        name === 'cursor' || name === 'since'
          ? known.cursor
          : (known.params[name]?.[choice] ?? known.params[name]?.[0]);
      return value === '' ? [] : [[name, String(value ?? bySchema(query, name, choice))] as [string, string]];
    });
    return { label: values.map((pair) => pair.join('=')).join(' '), text: `?${new URLSearchParams(values)}` };
  });
  const least = query?.safeParse({}).success ? [{ label: '', text: '' }] : [];
  return [...least, ...all];
}

function loadsOf(
  declaration: Endpoint,
  known: Known,
  path: string,
  version: number | undefined,
): Pick<Shot, 'label' | 'load'>[] {
  const { body, upload, media, bodyForm, bodyLimit = 'small' } = declaration;
  const room = BODY_LIMIT[bodyLimit] * ROOM;
  const valueOf = (schema: ZodType, sample: Sample) =>
    sampleOf(schema, sample, room, bodyValues(known, version, sample.salt));
  if (upload !== undefined) {
    const fields = body ? (valueOf(body, SAMPLES[0] as Sample) as Record<string, string>) : {};
    const texts = { ...fields, ...(body && 'pricecolumn' in fieldsOf(body) ? { pricecolumn: 'VK' } : {}) };
    return Object.entries(FILES).map(([label, file]) => ({
      label,
      load: () => asForm(upload, texts, file(known), path, known),
    }));
  }
  if (!body) {
    const forms = ['application/json', ...Object.keys(media ?? {})];
    return forms.map((form) => ({ label: forms.length > 1 ? form : '', load: () => withoutBody(form) }));
  }
  const loads = (declaration.bodyLimit ? SAMPLES : SMALL_SAMPLES).map((sample) => ({
    label: sample.label,
    load: () => asBody(Buffer.from(JSON.stringify(valueOf(body, sample))), 'application/json'),
  }));
  const raw = Object.entries(bodyForm === 'file' ? FILES : {}).flatMap(([label, file]) => [
    { label, load: () => asBody(file(known), 'text/csv', true) },
    { label: `${label}, packed`, load: () => asBody(gzipSync(file(known)), 'text/csv', true, 'gzip') },
  ]);
  return [...loads, ...raw];
}

const withoutBody = (accept: string): Load => ({
  headers: { Accept: accept, 'Accept-Encoding': 'gzip, br, zstd' },
  parts: () => [],
});

function asBody(content: Buffer, type: string, asIs = false, encoding?: string): Load {
  const packed = asIs || content.length < SMALL / 2 ? content : gzipSync(content, { level: 1 });
  const isPacked = packed !== content && content.length / packed.length < MOST_RATIO;
  const headers = {
    Accept: '*/*',
    'Content-Type': type,
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : encoding && { 'Content-Encoding': encoding }),
  };
  return { headers, parts: () => [isPacked ? packed : content] };
}

function asForm(field: string, fields: Record<string, string>, file: Buffer, path: string, { apoId }: Known): Load {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--bench\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const tail = Buffer.from('\r\n--bench--\r\n');
  return {
    headers: { Accept: '*/*', 'Content-Type': 'multipart/form-data; boundary=bench' },
    parts: (count) => {
      const name = file.subarray(0, 2).toString() === 'PK' ? 'Artikel.xlsx' : fileName(path, apoId, count);
      const head = `--bench\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
      return [Buffer.from(texts.join('') + head), file, tail];
    },
  };
}
