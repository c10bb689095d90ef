import type { Response } from 'express';
import { sendPieces } from './send-pieces.ts';
import { createTurns } from './turns.ts';

const PIECE = 500;

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > PIECE;

/** Long lists in chunks. */
export async function sendJson(response: Response, answer: unknown): Promise<void> {
  const isObject = typeof answer === 'object' && answer !== null;
  if (!isObject || !Object.values(answer).some(isLong)) {
    response.json(answer);
    return;
  }
  response.type('application/json; charset=utf-8');
  await sendPieces(response, jsonOf(answer));
}

/** The text of `JSON.stringify`, in pieces. */
async function* jsonOf(answer: object): AsyncGenerator<string> {
  let before = '{';
  const turns = createTurns();
  for (const [name, value] of Object.entries(answer)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (!isLong(value)) {
      yield JSON.stringify(value);
      continue;
    }
    for (let from = 0; from < value.length; from += PIECE) {
      const text = JSON.stringify(value.slice(from, from + PIECE)).slice(1, -1);
      yield `${from === 0 ? '[' : ','}${text}`;
      await turns.give();
    }
    yield ']';
  }
  yield '}';
}
