import { labelFormSchema } from '@portal/contracts';
import { FIRST_LABEL_FORM, labelSheet, labelsPerPage, type LabelForm } from '@portal/rules';
import { readStored, writeStored } from '../../../lib/storage.ts';

const KEY = 'labelForm';

export function storedForm(): LabelForm {
  const { data } = labelFormSchema.safeParse(readStored(KEY));
  return data ?? FIRST_LABEL_FORM;
}

export function keepForm(form: LabelForm): void {
  if (isPrintable(form)) writeStored(KEY, form);
}

/** True for a form that the server takes. */
export function isPrintable(form: LabelForm): boolean {
  return labelFormSchema.safeParse(form).success;
}

/** Begins behind the labels used. */
export function afterPrint(form: LabelForm, count: number): LabelForm {
  return { ...form, first: ((form.first - 1 + count) % labelsPerPage(labelSheet(form))) + 1 };
}
