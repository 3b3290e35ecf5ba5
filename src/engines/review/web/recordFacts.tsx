import { plural } from '#kernel/model/formats.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import styles from './desk/desk.module.css'
import { Analyst, type StepProps } from './NextSteps.tsx'
import type { AnyDetail } from './pages.ts'
import { daysLate, formatDayAndPerson, shortDate } from './words.ts'

/**
 * Returns the facts of a filed record in the order of its header: amounts, promised day, analyst, submission,
 * company, and then those of its kind. Long texts are not among them; they are shown in the work area.
 */
export function getReviewFacts(props: StepProps, agency: boolean): Fact[] {
  const { pages, detail } = props
  const facts = pages.facts(detail).filter(({ wide }) => !wide)
  const sums = facts.filter(({ sum }) => sum)
  return [
    // For the agency, a bar of figures may already show the sums.
    ...(agency && pages.Figures ? [] : sums.map((fact) => ({ ...fact, line: true }))),
    // A record that the agency does not decide by a day has no promise.
    ...(detail.decided || detail.promisedBy
      ? [
          {
            label: detail.decided ? 'Decided' : 'Promised',
            value: <Promised detail={detail} agency={agency} />,
            line: true,
          },
        ]
      : []),
    { label: 'Analyst', value: <Analyst {...props} />, line: true },
    { label: 'Submitted', value: getSubmittedText(detail), line: true },
    { label: 'Company', value: detail.companyName },
    {
      label: 'Submitted by',
      value: formatDayAndPerson(detail.submitted, detail.reSubmitted ? null : detail.submittedByName),
    },
    ...(detail.reSubmitted
      ? [{ label: 'Resubmitted by', value: formatDayAndPerson(detail.reSubmitted, detail.submittedByName) }]
      : []),
    ...facts.filter(({ sum }) => !sum),
  ]
}

/** Describes the last submission: its day and the age of the record. */
function getSubmittedText({ submitted, reSubmitted, ageDays }: AnyDetail): string {
  const age = ageDays === null ? '' : plural(ageDays, 'day', 'days')
  return [shortDate(reSubmitted ?? submitted), age].filter(Boolean).join(', ')
}

/** Shows the promised day or the day of the decision, and to the agency in red how late an open record is. */
function Promised({ detail, agency }: { detail: AnyDetail; agency: boolean }) {
  const late = agency ? daysLate(detail) : 0
  if (late === 0) return shortDate(detail.decided ?? detail.promisedBy)
  return (
    <span className={styles.late}>
      {shortDate(detail.promisedBy)}, {plural(late, 'day', 'days')} late
    </span>
  )
}
