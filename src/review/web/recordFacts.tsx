import { plural } from '#kernel/model/formats.ts'
import type { Fact } from '#ui/frame/Facts.tsx'
import styles from './desk/desk.module.css'
import { Analyst, type StepProps } from './NextSteps.tsx'
import type { AnyDetail } from './pages.ts'
import { byWhom, daysLate, shortDate } from './words.ts'

/**
 * The facts of a filed record, in the order of its header: request, promise, analyst, date, owner, then those
 * that its subject adds. Long texts are in the work area.
 */
export function getReviewFacts(props: StepProps, agency: boolean): Fact[] {
  const { pages, detail } = props
  const facts = pages.facts(detail).filter(({ wide }) => !wide)
  const sums = facts.filter(({ sum }) => sum)
  return [
    // At the agency a bar of figures may say the sums.
    ...(agency && pages.Figures ? [] : sums.map((fact) => ({ ...fact, line: true }))),
    {
      label: detail.decided ? 'Decided' : 'Promised',
      value: <Promised detail={detail} agency={agency} />,
      line: true,
    },
    { label: 'Analyst', value: <Analyst {...props} />, line: true },
    { label: 'Submitted', value: submittedWords(detail), line: true },
    { label: 'Company', value: detail.companyName },
    {
      label: 'Submitted by',
      value: byWhom(detail.submitted, detail.reSubmitted ? null : detail.submittedByName),
    },
    ...(detail.reSubmitted
      ? [{ label: 'Resubmitted by', value: byWhom(detail.reSubmitted, detail.submittedByName) }]
      : []),
    ...facts.filter(({ sum }) => !sum),
  ]
}

function submittedWords({ submitted, reSubmitted, ageDays }: AnyDetail): string {
  const age = ageDays === null ? '' : plural(ageDays, 'day', 'days')
  return [shortDate(reSubmitted ?? submitted), age].filter(Boolean).join(', ')
}

/** By when the decision was promised, or when it was made; at the agency in red by how much it is late. */
function Promised({ detail, agency }: { detail: AnyDetail; agency: boolean }) {
  const late = agency ? daysLate(detail) : 0
  if (late === 0) return shortDate(detail.decided ?? detail.promisedBy) || '–'
  return (
    <span className={styles.late}>
      {shortDate(detail.promisedBy)}, {plural(late, 'day', 'days')} late
    </span>
  )
}
