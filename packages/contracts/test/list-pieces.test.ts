import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { IncompleteList, joinPieces, PieceReader } from '../src/list-pieces.ts';

type Answer = { version: number; count: number; pieces: { pzn: string[]; name: string[] }[] };

/** As the api sends it: the head and every piece on a line of its own. */
function bytesOf({ pieces, ...head }: Answer): Uint8Array {
  const text = `${JSON.stringify(head).slice(0, -1)},"pieces":[\n${pieces.map((piece) => JSON.stringify(piece)).join(',\n')}\n]}`;
  return new TextEncoder().encode(text);
}

/** As the browser reads it: bytes cut anywhere, also within a letter. */
function read(bytes: Uint8Array, cuts: readonly number[]): PieceReader<Answer> {
  const reader = new PieceReader<Answer>();
  const decoder = new TextDecoder();
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...ends, bytes.length]) {
    reader.add(decoder.decode(bytes.subarray(from, to), { stream: true }));
    from = to;
  }
  return reader;
}

const pieces = fc.array(
  fc.array(fc.tuple(fc.string(), fc.string({ unit: fc.constantFrom('ä', 'ß', '€', '\n', '"', ']}', '😀', 'n') })), {
    minLength: 1,
    maxLength: 5,
  }),
  { minLength: 1, maxLength: 5 },
);
const answers = pieces.map(
  (rows): Answer => ({
    version: 7,
    count: rows.flat().length,
    pieces: rows.map((piece) => ({ pzn: piece.map(([pzn]) => pzn), name: piece.map(([, name]) => name) })),
  }),
);

describe('a list that arrives in pieces (rule 2.28)', () => {
  test('is the same however its bytes are cut', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat()), (answer, cuts) => {
        const bytes = bytesOf(answer);
        const reader = read(bytes, cuts);
        expect(reader.whole()).toEqual({
          version: 7,
          columns: {
            pzn: answer.pieces.flatMap(({ pzn }) => pzn),
            name: answer.pieces.flatMap(({ name }) => name),
          },
        });
        expect([reader.rows, reader.count]).toEqual([answer.count, answer.count]);
        expect(reader.first()).toEqual({ version: 7, columns: answer.pieces[0] });
        // as a whole it is plain JSON
        expect(joinPieces(JSON.parse(new TextDecoder().decode(bytes)))).toEqual(reader.whole());
      }),
    );
  });

  test('is nothing at all where it broke off, at any byte', () => {
    fc.assert(
      fc.property(answers, fc.nat(), (answer, cut) => {
        const bytes = bytesOf(answer);
        const reader = read(bytes.subarray(0, cut % bytes.length), []);
        expect(() => reader.whole()).toThrow(IncompleteList);
      }),
    );
  });

  test('is nothing at all where a piece is missing', () => {
    const answer = { version: 7, count: 2, pieces: [{ pzn: ['1'], name: ['a'] }] };
    expect(() => read(bytesOf(answer), []).whole()).toThrow(IncompleteList);
    expect(() => joinPieces(answer)).toThrow(IncompleteList);
  });

  test('may be empty', () => {
    const none = { version: 7, count: 0, pieces: [{ pzn: [], name: [] }] };
    expect(read(bytesOf(none), []).whole()).toEqual({ version: 7, columns: { pzn: [], name: [] } });
  });

  test('lets others come between its pieces, however many arrive at once', () => {
    const rows = [1, 2, 3].map((each) => ({ pzn: [`${each}`], name: ['a'] }));
    const text = new TextDecoder().decode(bytesOf({ version: 7, count: 3, pieces: rows }));
    const reader = new PieceReader<Answer>();
    const seen: number[] = [];
    for (const _ of reader.addByPieces(text)) seen.push(reader.rows);
    // the head, and then one row after the other
    expect(seen).toEqual([0, 1, 2, 3]);
    expect(reader.whole().columns.pzn).toEqual(['1', '2', '3']);
  });

  test('shows its first rows and how far it is before the rest has come', () => {
    const bytes = bytesOf({
      version: 7,
      count: 3,
      pieces: [
        { pzn: ['1', '2'], name: ['Ä', 'B'] },
        { pzn: ['3'], name: ['C'] },
      ],
    });
    const text = new TextDecoder().decode(bytes);
    const reader = new PieceReader<Answer>();
    expect([reader.first(), reader.count]).toEqual([undefined, 0]);
    reader.add(text.slice(0, text.indexOf('"C"')));
    expect([reader.first()?.columns.name, reader.rows, reader.count]).toEqual([['Ä', 'B'], 2, 3]);
  });
});
