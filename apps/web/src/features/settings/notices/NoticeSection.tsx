import { Alert, Button, TextInput } from '@mantine/core';
import type { NoticeAddresses, Pharmacy } from '@portal/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { ConfirmButtons } from '../../../ui/confirm-guard/ConfirmButtons.tsx';
import { Section } from '../../../ui/Section.tsx';
import classes from '../settings.module.css';
import {
  useAddNoticeAddressMutation,
  useGetNoticeAddressesQuery,
  useRemoveNoticeAddressMutation,
} from './notices-api.ts';

/** Mails of a pharmacy for people of it (rule 15.1). */
export function NoticeSection({ pharmacy: { apoId, token } }: { pharmacy: Pharmacy }) {
  const { t } = useTranslation('settings');
  const params = { apoId, token };
  const { data, error } = useGetNoticeAddressesQuery({ params }, { refetchOnFocus: true });
  const [remove, removal] = useRemoveNoticeAddressMutation();
  if (error) return <Alert color="red">{errorMessage(error)}</Alert>;
  if (!data || (!data.mayAdd && data.proposed.length === 0)) return null;
  const end = (addressId: number) => void remove({ params: { ...params, addressId } });
  return (
    <Section title={t('notices.title')} note={t('notices.note')}>
      {data.own && (
        <Line
          address={data.own.address}
          confirmed={data.own.confirmed}
          label={t('notices.end')}
          onEnd={() => end(data.own?.id ?? 0)}
        />
      )}
      {data.mayAdd && !data.own?.confirmed && <AddressForm params={params} data={data} />}
      {data.proposed.map(({ id, masked, confirmed }) => (
        <Line
          key={id}
          address={t('notices.proposed', { address: masked })}
          confirmed={confirmed}
          label={t('notices.endOf', { address: masked })}
          onEnd={() => end(id)}
        />
      ))}
      {removal.error && (
        <p role="alert" className={classes.detail}>
          {errorMessage(removal.error)}
        </p>
      )}
    </Section>
  );
}

type LineProps = { address: string; confirmed: boolean; label: string; onEnd: () => void };

function Line({ address, confirmed, label, onEnd }: LineProps) {
  const { t } = useTranslation('settings');
  return (
    <div className={classes.notices}>
      <span>
        {address} <span className={classes.detail}>{t(confirmed ? 'notices.confirmed' : 'notices.unconfirmed')}</span>
      </span>
      <ConfirmButtons since={label}>
        <Button variant="default" size="compact-sm" aria-label={label} onClick={onEnd}>
          {t('notices.end')}
        </Button>
      </ConfirmButtons>
    </div>
  );
}

function AddressForm({ params, data }: { params: { apoId: number; token: string }; data: NoticeAddresses }) {
  const { t } = useTranslation('settings');
  const [add, { error, isLoading, isSuccess }] = useAddNoticeAddressMutation();
  const [address, setAddress] = useState(data.own?.address ?? data.offered ?? '');
  return (
    <form
      className={classes.notices}
      onSubmit={(event) => {
        event.preventDefault();
        void add({ params, body: { address } });
      }}
    >
      <TextInput
        className={classes.address ?? ''}
        type="email"
        autoComplete="email"
        label={t('notices.address')}
        value={address}
        error={error && errorMessage(error)}
        onChange={({ currentTarget: { value } }) => setAddress(value)}
      />
      <ConfirmButtons>
        <Button type="submit" variant="default" loading={isLoading} disabled={address.trim() === ''}>
          {t(data.own ? 'notices.again' : 'notices.add')}
        </Button>
      </ConfirmButtons>
      <p role="status" className={classes.detail}>
        {isSuccess && t('notices.sent')}
      </p>
    </form>
  );
}
