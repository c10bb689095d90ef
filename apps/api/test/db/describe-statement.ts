import type pg from 'pg';

/** A column of a statement as PostgreSQL describes it, without running the statement. */
export type Described = { name: string; dataTypeID: number; tableID: number; columnID: number };

/** The parts of pg's connection that the protocol's Parse and Describe need. */
type Connection = {
  once(event: 'parameterDescription', heard: (message: { dataTypeIDs: number[] }) => void): void;
  parse(query: { name: string; text: string; types: number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
};

/** Has a statement parsed and described by the database: its columns, and the types of its parameters. */
export function describeStatement(
  client: pg.ClientBase,
  text: string,
): Promise<{ fields: Described[]; parameters: number[] }> {
  return new Promise((resolve, reject) => {
    let fields: Described[] = [];
    let parameters: number[] = [];
    const submittable = {
      submit(connection: Connection) {
        connection.once('parameterDescription', ({ dataTypeIDs }) => (parameters = dataTypeIDs));
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription(message: { fields: Described[] }) {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery() {
        resolve({ fields, parameters });
      },
    };
    client.query(submittable as unknown as pg.Submittable);
  });
}
