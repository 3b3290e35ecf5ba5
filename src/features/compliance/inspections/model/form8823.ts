import { addDays, addMonths, addYears, formatDate } from '#kernel/model/dates.ts'

/** The categories of noncompliance on line 11 of Form 8823, by letter (domain 26.3). */
export const categories8823: Readonly<Record<string, string>> = {
  a: 'Income above limit at initial occupancy',
  b: 'Recertification not completed or documented',
  c: 'Violation of the physical standard',
  d: 'Annual certification missing or incomplete',
  e: 'Eligible basis or applicable percentage changed',
  f: 'Minimum set-aside failed',
  g: 'Gross rent exceeds limits',
  h: 'Not available to the general public',
  i: 'Available-unit rule',
  j: 'Vacant-unit rule',
  k: 'Extended use agreement not recorded',
  l: 'Nonqualified full-time students',
  m: 'Utility allowance not properly calculated',
  n: 'Did not respond to agency reviews',
  o: 'Units used on a transient basis',
  p: 'No longer in compliance nor participating',
  q: 'Other noncompliance',
}

/** The periods of Form 8823: days to cure and to file, months of extension, and years for a second form. */
export type FormRules = {
  correctionDays: number
  extensionMonths: number
  fileDays: number
  secondYears: number
}

/** Returns the last days to cure and to file a form whose owner was notified on a day. */
export function getFormDays(notifiedOn: string, rules: FormRules): { cureBy: string; fileBy: string } {
  const cureBy = addDays(notifiedOn, rules.correctionDays)
  return { cureBy, fileBy: addDays(cureBy, rules.fileDays) }
}

/** Returns the last day to which the time to cure may be extended for cause. */
export const getLatestExtension = (cureBy: string, rules: FormRules): string =>
  addMonths(cureBy, rules.extensionMonths)

/** Returns the last day to file a form whose time to cure ends on a day. */
export const getFileBy = (cureEnd: string, rules: FormRules): string => addDays(cureEnd, rules.fileDays)

/** Returns the last day of a correction that is still reported with a second form. */
export const getSecondFormDeadline = (cureEnd: string, rules: FormRules): string =>
  addYears(cureEnd, rules.secondYears)

type FormDates = {
  cureBy: string
  extendedTo: string | null
  fileBy: string
  correctedOn: string | null
  filedOn: string | null
  filedCorrected: boolean
  secondFiledOn: string | null
}

/** Returns the day on which the time to cure ends, including an extension. */
export const getFormCureEnd = ({ cureBy, extendedTo }: Pick<FormDates, 'cureBy' | 'extendedTo'>): string =>
  extendedTo ?? cureBy

/** Returns the label for the state of a form: filed, corrected, late, or within its time to cure. */
export function getFormState(form: FormDates, today: string): string {
  const { correctedOn, filedOn, filedCorrected, secondFiledOn, fileBy } = form
  if (secondFiledOn !== null) return 'Back in compliance'
  if (filedOn !== null && filedCorrected) return 'Filed as corrected'
  if (filedOn !== null)
    return correctedOn === null ? 'Filed as not corrected' : 'Corrected, second form to file'
  if (today > fileBy) return 'Late to file'
  if (correctedOn !== null) return 'Corrected, to file'
  return today > getFormCureEnd(form) ? 'Not corrected, to file' : 'Time to cure runs'
}

/**
 * Checks whether nothing more has to be filed for a form. A correction after the first filing still needs a
 * second form.
 */
export const isSettledForm = ({ filedOn, filedCorrected, correctedOn, secondFiledOn }: FormDates): boolean =>
  filedOn !== null && (filedCorrected || secondFiledOn !== null || correctedOn === null)

/** Writes the last day to which the time to cure may be extended. */
export const writeLatestDay = (latest: string, { extensionMonths }: FormRules): string =>
  `The last possible day is ${formatDate(latest, 'MM/DD/YYYY')}, ${extensionMonths} months after its first end.`

/** Returns why the time to cure cannot be extended to a day; null if it can. */
export function getExtensionFault(until: string, form: FormDates, rules: FormRules): string | null {
  if (form.filedOn !== null) return 'The form was filed; its time is over.'
  if (until <= getFormCureEnd(form)) return 'Choose a day after the present end of the time to cure.'
  const latest = getLatestExtension(form.cureBy, rules)
  return until > latest ? writeLatestDay(latest, rules) : null
}

/**
 * Returns why a form cannot be filed on a day; null if it can. The first form is filed once. A second form
 * reports a later correction, also once.
 */
export function getFilingFault(
  form: FormDates & { notifiedOn: string },
  on: string,
  second: boolean,
  rules: FormRules,
): string | null {
  if (!second) {
    if (form.filedOn !== null) return 'This form was filed already; nothing is filed twice.'
    if (form.correctedOn === null && on <= getFormCureEnd(form))
      return 'The time to cure still runs and nothing is corrected.'
    return on < form.notifiedOn ? 'Filed: The owner was not notified yet.' : null
  }
  if (form.filedOn === null) return 'The first form was not filed yet.'
  if (form.filedCorrected) return 'The first form already said that it is corrected.'
  if (form.secondFiledOn !== null) return 'The second form was filed already; nothing is filed twice.'
  if (form.correctedOn === null) return 'Say first when it was corrected.'
  if (form.correctedOn > getSecondFormDeadline(getFormCureEnd(form), rules))
    return `It was corrected more than ${rules.secondYears} years after the time to cure; no second form is filed.`
  return on < form.filedOn ? 'Filed: It lies before the first form.' : null
}
