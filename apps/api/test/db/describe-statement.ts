import type pg from 'pg';

/** A column of a statement as PostgreSQL describes it, without running the statement. */
export type Described = { name: string; dataTypeID: number; tableID: number; columnID: number };

/** The parts of pg's connection that the protocol's Parse and Describe need. */
type Connection = {
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
};

/** Has a statement parsed and described by the database. */
export function describeStatement(client: pg.Client, text: string): Promise<Described[]> {
  return new Promise((resolve, reject) => {
    let fields: Described[] = [];
    const submittable = {
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription(message: { fields: Described[] }) {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery() {
        resolve(fields);
      },
    };
    client.query(submittable as unknown as pg.Submittable);
  });
}
