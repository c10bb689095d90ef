import { labelFormSchema } from '@portal/contracts';
import { FIRST_LABEL_FORM, labelSheet, labelsPerPage, type LabelForm } from '@portal/rules';
import { readStored, writeStored } from '../../../lib/storage.ts';

const KEY = 'labelForm';

/** What the person chose last in this browser; what does not fit any more counts as not chosen. */
export function keptForm(): LabelForm {
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

/** The form for the next print: it begins behind the labels that have just been used. */
export function afterPrint(form: LabelForm, count: number): LabelForm {
  return { ...form, first: ((form.first - 1 + count) % labelsPerPage(labelSheet(form))) + 1 };
}
