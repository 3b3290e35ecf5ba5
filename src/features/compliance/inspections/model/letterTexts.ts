import { formatDate } from '#kernel/model/dates.ts'
import { categories8823 } from './form8823.ts'
import { FindingStatus, severityLabels } from './rules.ts'

type Cell = string | number | null
type Table = {
  columns: readonly { label: string; field: string }[]
  rows: readonly Readonly<Record<string, Cell>>[]
}
/** The content of a letter: its title and its body of paragraphs and tables. */
export type LetterText = { title: string; body: readonly (string | Table)[] }

const formatDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')
const toParagraphs = (text: string | null | undefined): string[] => (text?.trim() ? [text.trim()] : [])

type Finding = {
  number: number
  area: string
  unit: string | null
  location: string | null
  description: string
  severity: number
  notifiedOn: string | null
  cureBy: string | null
  outsideSample: boolean
  category8823: string | null
  statusId: number
  askedAgain: string | null
}

type Place = Pick<Finding, 'area' | 'unit' | 'location'> & Partial<Pick<Finding, 'outsideSample'>>

/**
 * Returns the place of a finding as letters write it: `Unit 12, kitchen`. A unit that the visit did not draw
 * is named as outside of the sample.
 */
export const getInspectionPlace = ({ area, unit, location, outsideSample }: Place): string =>
  [[area, unit].filter(Boolean).join(' '), outsideSample && 'outside of the sample', location]
    .filter(Boolean)
    .join(', ')

/**
 * Returns the cure day of a finding as the report writes it: `11/14/2026`, or `11/14/2026, notified
 * 11/13/2026` if the owner was told before the report.
 */
export const formatCureDay = (
  { notifiedOn, cureBy }: Pick<Finding, 'notifiedOn' | 'cureBy'>,
  reportedOn: string | null,
): string =>
  notifiedOn !== null && reportedOn !== null && notifiedOn < reportedOn
    ? `${formatDay(cureBy)}, notified ${formatDay(notifiedOn)}`
    : formatDay(cureBy)

/** Returns a finding as a reminder lists it: `- 4, Unit 31, window: does not lock. Cure by 11/20/2026.` */
export const formatReminderLine = (
  entry: Pick<Finding, 'number' | 'area' | 'unit' | 'location' | 'description' | 'cureBy'>,
) =>
  `- ${entry.number}, ${getInspectionPlace(entry)}: ${entry.description}.${entry.cureBy ? ` Cure by ${formatDay(entry.cureBy)}.` : ''}`

const findingTable = (findings: readonly Finding[], reportedOn: string | null): Table => ({
  columns: [
    { label: 'No.', field: 'number' },
    { label: 'Place', field: 'place' },
    { label: 'What was found', field: 'description' },
    { label: 'Severity', field: 'severity' },
    { label: 'Cure by', field: 'cureBy' },
    { label: '8823', field: 'line' },
  ],
  rows: findings.map((entry) => ({
    number: entry.number,
    place: getInspectionPlace(entry),
    description: entry.description,
    severity: severityLabels[entry.severity] ?? '',
    cureBy: formatCureDay(entry, reportedOn),
    line: entry.category8823 === null ? '' : `11${entry.category8823}`,
  })),
})

/** Returns the letter that announces a visit to the owner. */
export const writeNotice = (visit: {
  scheduledOn: string
  sampleSize: number | null
  inspectorName: string | null
  jointWith: string | null
}): LetterText => ({
  title: `Notice of the inspection on ${formatDay(visit.scheduledOn)}`,
  body: [
    `The agency will inspect {{propertyName}} on ${formatDay(visit.scheduledOn)}${visit.inspectorName ? `; the inspector is ${visit.inspectorName}` : ''}.`,
    ...(visit.jointWith ? [`The visit is made together with ${visit.jointWith}.`] : []),
    `${visit.sampleSize ? `${visit.sampleSize} units` : 'Units'}, the buildings, the site and the files of the sample will be looked at. Vacant units count. Please tell the tenants.`,
  ],
})

/**
 * Returns the report letter of a visit with a table of its findings. `added` is text that the sender adds.
 */
export const writeReport = (
  visit: {
    visitedOn: string
    reportedOn: string | null
    score: number | null
    overall: string
    cureBy: string | null
    comments: string | null
  },
  findings: readonly Finding[],
  added?: string | null,
): LetterText => ({
  title: `Report of the inspection on ${formatDay(visit.visitedOn)}`,
  body: [
    `{{propertyName}} was inspected on ${formatDay(visit.visitedOn)}.${visit.score === null ? '' : ` Score: ${visit.score}. ${visit.overall}.`}`,
    ...toParagraphs(visit.comments),
    ...(findings.length === 0
      ? ['Nothing was found.']
      : [
          findingTable(findings, visit.reportedOn),
          `Please correct what was found by the days above and answer each finding in the portal, with photos. The time to cure ends on ${formatDay(visit.cureBy)}; after it Form 8823 is filed, corrected or not.`,
        ]),
    ...toParagraphs(added),
  ],
})

const joinNumbers = (findings: readonly Finding[]): string => findings.map((entry) => entry.number).join(', ')

/**
 * Returns the letter that replies to the owner's answers: accepted, asked again, and not answered findings.
 */
export function writeReply(
  inspection: { visitedOn: string; cureBy: string | null },
  findings: readonly Finding[],
  added?: string | null,
): LetterText {
  const accepted = findings.filter((entry) => entry.statusId === FindingStatus.CLOSED)
  const again = findings.filter((entry) => entry.statusId === FindingStatus.OPEN && entry.askedAgain !== null)
  const open = findings.filter((entry) => entry.statusId === FindingStatus.OPEN && entry.askedAgain === null)
  return {
    title: `Answer about the inspection on ${formatDay(inspection.visitedOn)}`,
    body: [
      'We checked your answers to the report.',
      ...(accepted.length > 0 ? [`Accepted: ${joinNumbers(accepted)}.`] : []),
      ...again.map(
        (entry) => `Asked again: ${entry.number}, ${getInspectionPlace(entry)}. ${entry.askedAgain}`,
      ),
      ...open.map(
        (entry) =>
          `Not answered: ${entry.number}, ${getInspectionPlace(entry)}, ${entry.description}. Due ${formatDay(entry.cureBy)}.`,
      ),
      ...(inspection.cureBy ? [`The time to cure ends on ${formatDay(inspection.cureBy)}.`] : []),
      ...toParagraphs(added),
    ],
  }
}

/** Returns the letter that extends the time to cure. */
export const writeExtension = (until: string, reason: string): LetterText => ({
  title: `Extension of the time to cure to ${formatDay(until)}`,
  body: [`The time to cure is extended to ${formatDay(until)}.`, `Reason: ${reason}`],
})

/** Returns the close-out letter of an inspection with this number of findings. */
export const writeCloseOut = (inspection: { visitedOn: string | null }, findings: number): LetterText => ({
  title: `Close-out of the inspection on ${formatDay(inspection.visitedOn)}`,
  body: [
    findings === 0
      ? `The inspection of {{propertyName}} on ${formatDay(inspection.visitedOn)} found nothing and is closed.`
      : `All that was found at {{propertyName}} on ${formatDay(inspection.visitedOn)} is corrected or reported. The inspection is closed.`,
  ],
})

type Form = {
  bin: string
  category: string
  units: string | null
  noncomplianceOn: string
  notifiedOn: string
  cureBy: string
  extendedTo: string | null
  correctedOn: string | null
}

/** Returns the text of a Form 8823 as it was filed, which is stored with the inspection. */
export const writeForm8823 = (form: Form, filedOn: string, second: boolean): LetterText => ({
  title: `Form 8823, BIN ${form.bin}, line 11${form.category}${second ? ', back in compliance' : ''}`,
  body: [
    `Report of noncompliance${second ? ': corrected since the first form' : ''}, filed ${formatDay(filedOn)}.`,
    {
      columns: [
        { label: 'Line', field: 'line' },
        { label: 'Entry', field: 'entry' },
      ],
      rows: [
        { line: 'Building identification number (BIN)', entry: form.bin },
        { line: `11${form.category}`, entry: categories8823[form.category] ?? '' },
        { line: 'For', entry: form.units ?? '' },
        { line: 'Out of compliance since', entry: formatDay(form.noncomplianceOn) },
        { line: 'Owner notified', entry: formatDay(form.notifiedOn) },
        { line: 'Time to cure ended', entry: formatDay(form.extendedTo ?? form.cureBy) },
        {
          line: 'Corrected',
          entry: form.correctedOn === null ? 'Not corrected' : formatDay(form.correctedOn),
        },
        { line: 'Filed', entry: formatDay(filedOn) },
      ],
    },
  ],
})
