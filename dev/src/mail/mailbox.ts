import PostalMime, { type Attachment, type Email } from 'postal-mime';

/** A mail as it was delivered to the catcher. */
export type CaughtMail = {
  readonly id: number;
  readonly receivedAt: Date;
  /** Addresses of the SMTP envelope. */
  readonly from: string;
  readonly to: readonly string[];
  readonly mail: Email;
  readonly bytes: number;
};

export type Mailbox = {
  /** Reads a raw message and keeps it. */
  put(raw: Buffer, envelope: { from: string; to: readonly string[] }): Promise<CaughtMail>;
  /** The newest first. */
  list(): CaughtMail[];
  find(id: number): CaughtMail | undefined;
};

/** Keeps mails in memory; the oldest are dropped when there are too many or they take too much room. */
export function createMailbox({ most = 200, mostBytes = 128 * 1024 * 1024 } = {}): Mailbox {
  let mails: CaughtMail[] = [];
  let lastId = 0;
  return {
    async put(raw, envelope) {
      const mail = await PostalMime.parse(raw);
      lastId += 1;
      const caught = { id: lastId, receivedAt: new Date(), ...envelope, mail, bytes: raw.length };
      mails = [caught, ...mails].slice(0, most);
      let total = 0;
      mails = mails.filter((one, index) => {
        total += one.bytes;
        return index === 0 || total <= mostBytes;
      });
      return caught;
    },
    list: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
  };
}

/** The bytes of an attachment, text or not. */
export function attachmentBytes({ content }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content, 'utf8');
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
