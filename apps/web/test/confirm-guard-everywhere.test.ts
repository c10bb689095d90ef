import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parseSync } from '@swc/core';

/**
 * Files whose main buttons confirm nothing, with their number: what they do is asked first, can be taken back, or is all that their page is for. A new main
 * button belongs into `ConfirmButtons`, unless this says why not.
 */
const NOTHING_CONFIRMED: Record<string, number> = {
  // ways to another page or back into the portal
  'apps/web/src/app/BackButton.tsx': 1,
  'apps/web/src/app/ErrorPage.tsx': 1,
  'apps/web/src/app/SessionNotice.tsx': 1,
  // tries a sign-out again that the provider did not answer
  'apps/web/src/app/SignOutPage.tsx': 1,
  'apps/web/src/app/StartFailure.tsx': 1,
  'apps/web/src/features/pharmacies/dashboard/ApprovalTasks.tsx': 1,
  'apps/web/src/features/intake/batch/BatchUploadPage.tsx': 1,
  // 'Bearbeiten' and 'Daten prüfen', 'Freischalten …': each opens what is confirmed
  'apps/web/src/editing/screen/Toolbar.tsx': 2,
  'apps/web/src/features/lzd-pipeline/PipelinePage.tsx': 1,
  // the cards of what is to be reviewed
  'apps/web/src/editing/review/cards/NarrowReviewBar.tsx': 1,
  // a filter
  'apps/web/src/editing/conditions/ConditionEditor.tsx': 1,
  // files to look at
  'apps/web/src/features/exports/ExcelMenu.tsx': 1,
  'apps/web/src/features/exports/TillCorrections.tsx': 1,
  'apps/web/src/features/exports/TillDownloadPanel.tsx': 1,
  'apps/web/src/features/log-export/DownloadNotice.tsx': 1,
  'apps/web/src/features/log-export/LogExportPage.tsx': 1,
  'apps/web/src/features/pdf/labels/LabelsDialog.tsx': 1,
  // opens the dialog of labels
  'apps/web/src/features/shelf/ShelfPage.tsx': 1,
  // a dialog to check what was entered
  'apps/web/src/features/price-lists/compare/EnteredBar.tsx': 1,
  // the opener of any menu
  'apps/web/src/ui/late-menu/LateMenu.tsx': 1,
};

type Node = { type?: string } & Record<string, unknown>;
type Found = { name: string; within: string[]; main: boolean };

test('a main button lies in ConfirmButtons, or nothing is confirmed by it (rule 2.32)', () => {
  const found = Object.fromEntries(
    globSync('apps/web/src/**/*.tsx')
      .map((file) => [file.replaceAll('\\', '/'), unguardedButtons(file)] as const)
      .filter(([, count]) => count > 0),
  );
  expect(found).toEqual(NOTHING_CONFIRMED);
});

test('every button that ends a dialog lies in ConfirmButtons (rule 2.32)', () => {
  const left = globSync('apps/web/src/**/*.tsx').flatMap((file) =>
    elementsOf(file)
      .filter(({ name, within }) => name === 'Button' && within.includes('Dialog') && !within.includes('guarded'))
      .map(() => file),
  );
  expect(left).toEqual([]);
});

test('a dialog is made by ui/Dialog alone, whose cross and surroundings are guarded (rule 2.32)', () => {
  const makers = globSync('apps/web/src/**/*.tsx').filter((file) =>
    elementsOf(file).some(({ name }) => /^(Modal|Drawer)(\.|$)/.test(name)),
  );
  expect(makers).toEqual(['apps/web/src/ui/Dialog.tsx']);
});

function unguardedButtons(file: string): number {
  return elementsOf(file).filter(({ name, main, within }) => name === 'Button' && main && !within.includes('guarded'))
    .length;
}

/** The elements of a file, each with the names of those around it; 'guarded' where the guard is among them. */
function elementsOf(file: string): Found[] {
  const found: Found[] = [];
  const visit = (node: unknown, within: string[]): void => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, within));
    if (typeof node !== 'object' || node === null) return undefined;
    const { type, ...parts } = node as Node;
    if (type !== 'JSXElement') return Object.values(parts).forEach((each) => visit(each, within));
    const { opening, children } = parts as { opening: Opening; children: unknown };
    const name = nameOf(opening.name);
    const spreadsGuard = opening.attributes.some(
      (each) => each.type === 'SpreadElement' && /guard/i.test(JSON.stringify(each)),
    );
    const variant = opening.attributes.find((each) => each.name?.value === 'variant');
    found.push({ name, within, main: variant === undefined || variant.value?.value === 'filled' });
    const guarded = spreadsGuard || name === 'ConfirmButtons' ? ['guarded'] : [];
    visit(opening.attributes, within);
    visit(children, [...within, name, ...guarded]);
  };
  visit(parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', tsx: true }), []);
  return found;
}

type Opening = {
  name: { value?: string; object?: { value: string }; property?: { value: string } };
  attributes: { type: string; name?: { value?: string }; value?: { value?: string } }[];
};

function nameOf({ value, object, property }: Opening['name']): string {
  return value ?? `${object?.value}.${property?.value}`;
}
