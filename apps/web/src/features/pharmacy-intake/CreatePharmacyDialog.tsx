import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './pharmacy-intake.module.css';
import { useCreatePharmacyMutation } from './pharmacy-intake-api.ts';

const FIELDS = ['name', 'street', 'zipcode', 'city', 'crmCompanyId', 'apoId', 'betriebsNr'] as const;
type Field = (typeof FIELDS)[number];
const NUMBERS: readonly Field[] = ['crmCompanyId', 'apoId'];
const COUNTRIES = ['DE', 'AT'] as const;
const EMPTY = Object.fromEntries(FIELDS.map((field) => [field, ''])) as Record<Field, string>;

type Props = { opened: boolean; onClose: () => void };
type Made = { name: string; crmCompanyId: number; token: string };
type Failure = { field: string | null; message: string };

/** Rule 23.13; the server judges every field. */
export default function CreatePharmacyDialog({ opened, onClose }: Props) {
  const { t } = useTranslation('pharmacyIntake');
  const [values, setValues] = useState(EMPTY);
  const [country, setCountry] = useState<string>('DE');
  const [failure, setFailure] = useState<Failure | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [create, { isLoading }] = useCreatePharmacyMutation();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    const given = Object.entries(values).flatMap(([field, text]): [string, unknown][] => {
      const trimmed = text.trim();
      if (trimmed === '') return [];
      return [[field, NUMBERS.includes(field as Field) && /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed]];
    });
    setFailure(null);
    try {
      const pharmacy = { ...Object.fromEntries(given), country, active: 0 };
      const { outcome } = await create({ body: { pharmacy } }).unwrap();
      const { crmCompanyId, token, field = null, message = '' } = outcome;
      if (outcome.outcome === 'refused' || crmCompanyId === null || !token) setFailure({ field, message });
      else setMade({ name: values.name.trim(), crmCompanyId, token });
    } catch (error) {
      setFailure({ field: null, message: errorMessage(error) });
    }
  };
  const again = () => {
    setValues(EMPTY);
    setMade(null);
  };

  if (made)
    return (
      <Dialog opened={opened} onClose={onClose} size={560} title={t('create.title')}>
        <Alert color="teal" role="status" title={t('create.done', { name: made.name })}>
          {t('create.next', { crm: made.crmCompanyId })}
        </Alert>
        <ConfirmButtons className={classes.buttons} since="made">
          <Button variant="default" onClick={again}>
            {t('create.another')}
          </Button>
          <Button component={Link} to={`/p/${made.crmCompanyId}/${made.token}`}>
            {t('create.visit')}
          </Button>
        </ConfirmButtons>
      </Dialog>
    );
  const known = FIELDS.some((field) => field === failure?.field);
  return (
    <Dialog opened={opened} onClose={onClose} size={560} title={t('create.title')}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <p className={classes.text}>{t('create.text')}</p>
        <div className={classes.fields}>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              className={classes[field] ?? ''}
              label={t(`create.${field}`)}
              required={field !== 'betriebsNr'}
              withAsterisk={false}
              inputMode={NUMBERS.includes(field) || field === 'zipcode' ? 'numeric' : 'text'}
              autoComplete="off"
              maxLength={120}
              value={values[field]}
              error={failure?.field === field ? failure.message : undefined}
              onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [field]: value }))}
            />
          ))}
          <NativeSelect
            label={t('create.country')}
            data={COUNTRIES.map((value) => ({ value, label: t(`create.${value}`) }))}
            value={country}
            onChange={(event) => setCountry(event.currentTarget.value)}
          />
        </div>
        {failure && !known && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
        <ConfirmButtons className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {t('create.save')}
          </Button>
        </ConfirmButtons>
      </form>
    </Dialog>
  );
}
